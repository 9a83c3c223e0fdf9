//! From JSON to the members of a question.

use crate::json::Json;
use crate::problem::{Kind, Problem};

/// JSON as a tree, if its version is supported.
pub(crate) fn parse(question: &[u8]) -> Result<Json, Problem> {
    let text = std::str::from_utf8(question).map_err(|error| {
        let detail = format!("the byte at offset {} is not UTF-8", error.valid_up_to());
        Problem::new(Kind::NotUtf8, detail)
    })?;
    let json = Json::parse(text)
        .map_err(|(what, at)| Problem::new(Kind::NotJson, format!("{what} at offset {at}")))?;
    if let Json::Object(members) = &json {
        for (name, value) in members {
            if let ("version", Json::Natural(version)) = (&**name, value)
                && *version != 1
            {
                let detail = format!("write 1, not {version}");
                return Err(Problem::new(Kind::UnsupportedVersion, detail).at("/version"));
            }
        }
    }
    Ok(json)
}

/// The members of an object at a place of the question.
pub(crate) struct Members {
    members: Vec<(String, Json)>,
    place: String,
}

impl Members {
    /// The members of an object that may have these.
    pub(crate) fn new(json: Json, place: String, known: &[&str]) -> Result<Self, Problem> {
        let Json::Object(mut members) = json else {
            return Err(wrong_type(&json, "an object").at(place));
        };
        // `null` is the same as a member that is left out.
        members.retain(|(_, value)| *value != Json::Null);
        for (index, (name, _)) in members.iter().enumerate() {
            let at = || format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"));
            if !known.contains(&&**name) {
                let detail = format!("the members are: {}", known.join(", "));
                return Err(Problem::new(Kind::UnknownMember, detail).at(at()));
            }
            if members.iter().take(index).any(|(other, _)| other == name) {
                let detail = format!("there are two members {name}");
                return Err(Problem::new(Kind::RepeatedMember, detail).at(at()));
            }
        }
        Ok(Self { members, place })
    }

    /// A member that may be left out, and its place.
    pub(crate) fn take(&mut self, name: &str) -> Option<(Json, String)> {
        let at = self.members.iter().position(|(known, _)| known == name)?;
        Some((self.members.swap_remove(at).1, [&*self.place, "/", name].concat()))
    }

    /// A member that must be there, and its place.
    pub(crate) fn need(&mut self, name: &str) -> Result<(Json, String), Problem> {
        self.take(name).ok_or_else(|| {
            let detail = format!("there must be a member {name}");
            Problem::new(Kind::MissingMember, detail).at(&*self.place)
        })
    }

    /// A member that is true or false, and false if left out.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, Problem> {
        match self.take(name) {
            None => Ok(false),
            Some((Json::Bool(value), _)) => Ok(value),
            Some((other, place)) => Err(wrong_type(&other, "true or false").at(place)),
        }
    }
}

/// A string.
pub(crate) fn text((json, place): (Json, String)) -> Result<String, Problem> {
    match json {
        Json::Text(text) => Ok(text),
        other => Err(wrong_type(&other, "a string").at(place)),
    }
}

/// A list of what `item` reads.
pub(crate) fn list<T>(
    (json, place): (Json, String),
    mut item: impl FnMut((Json, String)) -> Result<T, Problem>,
) -> Result<Vec<T>, Problem> {
    match json {
        Json::List(items) => {
            let items = items.into_iter().enumerate();
            items.map(|(index, json)| item((json, format!("{place}/{index}")))).collect()
        }
        other => Err(wrong_type(&other, "a list").at(place)),
    }
}

pub(crate) fn wrong_type(found: &Json, expected: &str) -> Problem {
    Problem::new(Kind::WrongType, format!("{}, but it must be {expected}", found.type_name()))
}
