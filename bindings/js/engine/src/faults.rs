//! Operations that end badly, for tests of the glue.

#![allow(clippy::panic, reason = "that is the point")]

/// Ends badly if the operation's name says so.
pub(crate) fn run(name: &str) {
    match name {
        "fault-panic" => panic!("a fault for tests"),
        "fault-stack" => {
            std::hint::black_box(deeper(1));
        }
        "fault-memory" => {
            let mut all = Vec::new();
            loop {
                all.push(std::hint::black_box(Vec::<u8>::with_capacity(1 << 28)));
            }
        }
        _ => {}
    }
}

#[expect(unconditional_recursion, reason = "the stack must overflow")]
fn deeper(depth: u64) -> u64 {
    let frame = std::hint::black_box([depth; 64]);
    deeper(depth + 1) + frame.iter().sum::<u64>()
}
