//! What can be asked: the door, or the operations of the core.

#[cfg(feature = "door")]
use maycrawl_api::{OPERATIONS, Operation, Problem};
#[cfg(not(feature = "door"))]
use maycrawl_engine_core::{OPERATIONS, Operation, Problem};

#[cfg(feature = "door")]
pub(crate) use maycrawl_api::Limits;
#[cfg(not(feature = "door"))]
pub(crate) use maycrawl_engine_core::Limits;

/// Every operation.
pub(crate) fn all() -> &'static [Operation] {
    OPERATIONS
}

/// The answer to a question, or the problem, as JSON.
pub(crate) fn answer(name: &str, question: &[u8], limits: &Limits) -> Result<Vec<u8>, Vec<u8>> {
    #[cfg(feature = "faults")]
    crate::faults::run(name);
    #[cfg(feature = "door")]
    let answer = maycrawl_api::answer(name, question, limits, &|| true);
    #[cfg(not(feature = "door"))]
    let answer = maycrawl_engine_core::answer(name, question, limits);
    answer.map_err(|problem| problem.to_json())
}

/// That a question is too large.
pub(crate) fn too_large(detail: String) -> Vec<u8> {
    #[cfg(feature = "door")]
    let kind = &maycrawl_api::kinds::TOO_LARGE;
    #[cfg(not(feature = "door"))]
    let kind = maycrawl_engine_core::Kind::TooLarge;
    Problem::new(kind, detail).to_json()
}

/// Sets the limit of this name. Whether there is one.
pub(crate) fn set_limit(limits: &mut Limits, name: &[u8], value: usize) -> bool {
    let limit = match name {
        b"question_bytes" => &mut limits.question_bytes,
        b"answer_bytes" => &mut limits.answer_bytes,
        b"robots_bytes" => &mut limits.robots_bytes,
        b"agents" => &mut limits.agents,
        b"name_bytes" => &mut limits.name_bytes,
        b"url_bytes" => &mut limits.url_bytes,
        b"urls" => &mut limits.urls,
        b"verdicts" => &mut limits.verdicts,
        b"rules_bytes" => &mut limits.rules_bytes,
        #[cfg(feature = "door")]
        b"explanations" => &mut limits.explanations,
        #[cfg(feature = "door")]
        b"findings" => &mut limits.findings,
        #[cfg(feature = "door")]
        b"choices" => &mut limits.choices,
        _ => return false,
    };
    *limit = value;
    true
}
