//! Columns of a few codes, as dictionaries that have all of them.

use std::sync::Arc;

use arrow_array::types::Int8Type;
use arrow_array::{ArrayRef, DictionaryArray, Int8Array, StringArray};
use arrow_schema::DataType;

/// The type of such a column.
pub(crate) fn code_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8))
}

/// The key of one value among all.
pub(crate) fn key_of<T: PartialEq>(all: &[T], one: &T) -> Option<i8> {
    i8::try_from(all.iter().position(|value| value == one)?).ok()
}

/// The column of these keys.
pub(crate) fn code_column<'a>(
    keys: Int8Array,
    codes: impl IntoIterator<Item = &'a str>,
) -> ArrayRef {
    let codes = Arc::new(StringArray::from_iter_values(codes));
    Arc::new(DictionaryArray::<Int8Type>::new(keys, codes))
}
