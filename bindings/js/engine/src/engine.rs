//! An instance: its input, its output and its limits. WebAssembly has one thread, so each is there
//! once.

use std::cell::{Cell, RefCell};

use maycrawl_engine_core::json::Writer;

use crate::operations::{self, Limits};

thread_local! {
    static INPUT: RefCell<Input> = const { RefCell::new(Input { bytes: Vec::new(), name_len: 0 }) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static LIMITS: Cell<Option<Limits>> = const { Cell::new(None) };
}

/// The name of an operation, and a question.
#[derive(Default)]
struct Input {
    bytes: Vec<u8>,
    name_len: usize,
}

/// More than the name of any operation or limit has.
const MOST_NAME: usize = 1000;

/// Where to write a name and a question of so many bytes; null if the output says why not.
pub(crate) fn input(name_len: usize, question_len: usize) -> *mut u8 {
    clear();
    let refuse = |detail: String| {
        put(operations::too_large(detail));
        std::ptr::null_mut()
    };
    let most = limits().question_bytes;
    if name_len > MOST_NAME {
        return refuse(format!("the name of the operation has {name_len} bytes"));
    }
    if question_len > most {
        return refuse(format!("{question_len} bytes, but a question may have {most}"));
    }
    let mut bytes = Vec::new();
    if bytes.try_reserve_exact(name_len + question_len).is_err() {
        return refuse("the memory is full".into());
    }
    bytes.resize(name_len + question_len, 0);
    INPUT.with_borrow_mut(|input| {
        *input = Input { bytes, name_len };
        input.bytes.as_mut_ptr()
    })
}

/// Answers the question in the input. Whether the output is an answer; if not, it is a problem.
pub(crate) fn answer() -> bool {
    let Input { bytes, name_len } = INPUT.take();
    let (name, question) = bytes.split_at_checked(name_len).unwrap_or_default();
    match operations::answer(&String::from_utf8_lossy(name), question, &limits()) {
        Ok(answer) => {
            put(answer);
            true
        }
        Err(problem) => {
            put(problem);
            false
        }
    }
}

/// Where the output is, and how many bytes it has.
pub(crate) fn output() -> (*const u8, usize) {
    OUTPUT.with_borrow(|output| (output.as_ptr(), output.len()))
}

/// Frees input and output.
pub(crate) fn clear() {
    drop(INPUT.take());
    put(Vec::new());
}

/// Writes the version and the operations to the output.
pub(crate) fn about() {
    let mut json = Writer::default();
    json.object(|json| {
        json.member("version").text(env!("CARGO_PKG_VERSION"));
        json.member("operations").list(operations::all(), |json, operation| {
            json.object(|json| {
                json.member("name").text(operation.name);
                json.member("summary").text(operation.summary);
                json.member("example").text(operation.example);
            });
        });
    });
    put(json.into_line());
}

/// Sets the limit that the input names. Whether there is one of this name.
pub(crate) fn limit(value: usize) -> bool {
    let input = INPUT.take();
    let mut limits = limits();
    let is_known = operations::set_limit(&mut limits, &input.bytes, value);
    LIMITS.set(Some(limits));
    is_known
}

fn limits() -> Limits {
    LIMITS.get().unwrap_or_default()
}

fn put(bytes: Vec<u8>) {
    OUTPUT.set(bytes);
}
