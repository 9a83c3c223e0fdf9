//! The columns that are read: text or bytes in each form that Arrow has for them.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, Datum, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use arrow_schema::DataType;

use crate::error::{Column, Error, ErrorKind};

/// A column, or one value for all rows.
pub(crate) struct Values<'a> {
    texts: Texts<'a>,
    /// `None` for one value.
    rows: Option<usize>,
}

/// The forms of text and bytes.
enum Texts<'a> {
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
    Dictionary { nulls: &'a dyn Array, keys: Keys<'a>, values: Box<Self> },
}

/// The keys of a dictionary.
enum Keys<'a> {
    Int8(&'a [i8]),
    Int16(&'a [i16]),
    Int32(&'a [i32]),
    Int64(&'a [i64]),
    UInt8(&'a [u8]),
    UInt16(&'a [u16]),
    UInt32(&'a [u32]),
    UInt64(&'a [u64]),
}

impl<'a> Values<'a> {
    pub(crate) fn of(column: Column, values: &'a dyn Datum) -> Result<Self, Error> {
        let (array, is_scalar) = values.get();
        let texts = Texts::of(array)
            .ok_or_else(|| Error::new(column, ErrorKind::Type(array.data_type().clone())))?;
        Ok(Self { texts, rows: (!is_scalar).then(|| array.len()) })
    }

    /// How many rows there are; `None` for one value that stands for all.
    pub(crate) const fn rows(&self) -> Option<usize> {
        self.rows
    }

    /// The value in a row; `None` if it is null.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<&'a [u8]> {
        self.texts.get(if self.rows.is_some() { row } else { 0 })
    }

    /// Whether equal values often have the same place in memory.
    pub(crate) const fn shares(&self) -> bool {
        let views = matches!(self.texts, Texts::Utf8View(_) | Texts::BinaryView(_));
        views || matches!(self.texts, Texts::Dictionary { .. }) || self.rows.is_none()
    }
}

impl<'a> Texts<'a> {
    fn of(array: &'a dyn Array) -> Option<Self> {
        match array.data_type() {
            DataType::Utf8 => array.as_string_opt().map(Self::Utf8),
            DataType::LargeUtf8 => array.as_string_opt().map(Self::LargeUtf8),
            DataType::Utf8View => array.as_string_view_opt().map(Self::Utf8View),
            DataType::Binary => array.as_binary_opt().map(Self::Binary),
            DataType::LargeBinary => array.as_binary_opt().map(Self::LargeBinary),
            DataType::BinaryView => array.as_binary_view_opt().map(Self::BinaryView),
            DataType::Dictionary(_, _) => {
                let dictionary = array.as_any_dictionary_opt()?;
                let keys = Keys::of(dictionary.keys())?;
                let values = Box::new(Self::of(dictionary.values().as_ref())?);
                Some(Self::Dictionary { nulls: dictionary.keys(), keys, values })
            }
            _ => None,
        }
    }

    #[inline]
    fn get(&self, row: usize) -> Option<&'a [u8]> {
        match self {
            Self::Utf8(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::LargeUtf8(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::Utf8View(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::Binary(array) => array.is_valid(row).then(|| array.value(row)),
            Self::LargeBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Self::BinaryView(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Dictionary { nulls, keys, values } if nulls.is_valid(row) => {
                values.get(keys.get(row)?)
            }
            Self::Dictionary { .. } => None,
        }
    }
}

impl<'a> Keys<'a> {
    fn of(keys: &'a dyn Array) -> Option<Self> {
        match keys.data_type() {
            DataType::Int8 => keys.as_primitive_opt::<Int8Type>().map(|k| Self::Int8(k.values())),
            DataType::Int16 => {
                keys.as_primitive_opt::<Int16Type>().map(|k| Self::Int16(k.values()))
            }
            DataType::Int32 => {
                keys.as_primitive_opt::<Int32Type>().map(|k| Self::Int32(k.values()))
            }
            DataType::Int64 => {
                keys.as_primitive_opt::<Int64Type>().map(|k| Self::Int64(k.values()))
            }
            DataType::UInt8 => {
                keys.as_primitive_opt::<UInt8Type>().map(|k| Self::UInt8(k.values()))
            }
            DataType::UInt16 => {
                keys.as_primitive_opt::<UInt16Type>().map(|k| Self::UInt16(k.values()))
            }
            DataType::UInt32 => {
                keys.as_primitive_opt::<UInt32Type>().map(|k| Self::UInt32(k.values()))
            }
            DataType::UInt64 => {
                keys.as_primitive_opt::<UInt64Type>().map(|k| Self::UInt64(k.values()))
            }
            _ => None,
        }
    }

    #[inline]
    fn get(&self, row: usize) -> Option<usize> {
        match self {
            Self::Int8(keys) => usize::try_from(*keys.get(row)?).ok(),
            Self::Int16(keys) => usize::try_from(*keys.get(row)?).ok(),
            Self::Int32(keys) => usize::try_from(*keys.get(row)?).ok(),
            Self::Int64(keys) => usize::try_from(*keys.get(row)?).ok(),
            Self::UInt8(keys) => Some(usize::from(*keys.get(row)?)),
            Self::UInt16(keys) => Some(usize::from(*keys.get(row)?)),
            Self::UInt32(keys) => usize::try_from(*keys.get(row)?).ok(),
            Self::UInt64(keys) => usize::try_from(*keys.get(row)?).ok(),
        }
    }
}
