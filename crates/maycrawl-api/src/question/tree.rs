//! A tree of JSON as serde reads it. One type, so that the code for each question is small.

use std::vec;

use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;

use super::refusal::Refusal;
use crate::json::Json;

/// A value that is read.
pub(super) struct Tree(pub(super) Json);

impl<'de> Deserializer<'de> for Tree {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Json::Null => visitor.visit_unit(),
            Json::Bool(value) => visitor.visit_bool(value),
            Json::Natural(value) => visitor.visit_u64(value),
            Json::Negative(value) => visitor.visit_i64(value),
            Json::Decimal(value) => visitor.visit_f64(value),
            Json::Text(text) => visitor.visit_string(text),
            Json::List(items) => visitor.visit_seq(Items { items: items.into_iter(), next: 0 }),
            Json::Object(members) => visitor.visit_map(Members::new(members)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Json::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    /// Only from an object: serde would also take the values alone, in a list.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let found = match &self.0 {
            Json::Object(_) => return self.deserialize_any(visitor),
            Json::List(_) => Unexpected::Seq,
            Json::Null => Unexpected::Unit,
            Json::Text(text) => Unexpected::Str(text),
            Json::Bool(value) => Unexpected::Bool(*value),
            Json::Natural(value) => Unexpected::Unsigned(*value),
            Json::Negative(value) => Unexpected::Signed(*value),
            Json::Decimal(value) => Unexpected::Float(*value),
        };
        Err(Refusal::invalid_type(found, &"an object"))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map enum identifier ignored_any
    }
}

struct Items {
    items: vec::IntoIter<Json>,
    next: usize,
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Refusal;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        seed.deserialize(Tree(item)).map(Some).map_err(|error| error.within(index.to_string()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Members {
    members: vec::IntoIter<(String, Json)>,
    /// The member whose name was read last.
    last: Option<(String, Json)>,
}

impl Members {
    /// `null` is the same as a member that is left out.
    fn new(mut members: Vec<(String, Json)>) -> Self {
        members.retain(|(_, value)| *value != Json::Null);
        Self { members: members.into_iter(), last: None }
    }
}

impl<'de> MapAccess<'de> for Members {
    type Error = Refusal;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        let Some((name, value)) = self.members.next() else { return Ok(None) };
        let key = seed.deserialize(StringDeserializer::<Refusal>::new(name.clone()));
        let key = key.map_err(|error| error.within(&*name))?;
        self.last = Some((name, value));
        Ok(Some(key))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        let (name, value) = self.last.take().unwrap_or((String::new(), Json::Null));
        seed.deserialize(Tree(value)).map_err(|error| error.within(name))
    }
}
