//! Answers for a page: long lists and texts without their end.

use serde::{Serialize, Serializer, ser::SerializeMap as _};

use crate::json::Json;

/// JSON as a page shows it.
pub(super) fn shortened(json: &str) -> String {
    let json = serde_json::from_str(json).map_or(Json::Null, short);
    serde_json::to_string_pretty(&json).unwrap_or_default()
}

fn short(json: Json) -> Json {
    const ITEMS: usize = 2;
    const COLUMN: usize = 4;
    /// A column is short; other items take many lines.
    fn most(items: &[Json]) -> usize {
        let is_long = |one: &Json| matches!(one, Json::List(_) | Json::Object(_));
        if items.iter().any(is_long) { ITEMS + 1 } else { COLUMN }
    }
    const MEMBERS: usize = 20;
    const CHARS: usize = 200;
    match json {
        Json::List(items) if items.len() > most(&items) => {
            let more = items.len() - ITEMS;
            let mut items: Vec<_> = items.into_iter().take(ITEMS).map(short).collect();
            items.push(Json::Text(format!("… {more} more")));
            Json::List(items)
        }
        Json::List(items) => Json::List(items.into_iter().map(short).collect()),
        Json::Object(members) => {
            let is_long = members.len() > MEMBERS;
            let more = members.len().saturating_sub(ITEMS);
            let n_shown = if is_long { ITEMS } else { members.len() };
            let shown = members.into_iter().take(n_shown).map(|(name, value)| (name, short(value)));
            let rest = is_long.then(|| ("…".to_owned(), Json::Text(format!("{more} more"))));
            Json::Object(shown.chain(rest).collect())
        }
        Json::Text(text) if text.chars().count() > CHARS => {
            Json::Text(text.chars().take(CHARS).chain(['…']).collect())
        }
        other => other,
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => to.serialize_unit(),
            Self::Bool(value) => value.serialize(to),
            Self::Natural(value) => value.serialize(to),
            Self::Negative(value) => value.serialize(to),
            Self::Decimal(value) => value.serialize(to),
            Self::Text(text) => text.serialize(to),
            Self::List(items) => items.serialize(to),
            Self::Object(members) => {
                let mut map = to.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}
