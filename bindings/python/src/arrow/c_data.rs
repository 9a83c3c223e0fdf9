//! The C data interface of Arrow: columns of text and bytes from capsules of Python, and others that are handed on.
//!
//! The only module with `unsafe` code. What a capsule points to is checked before it is used: names, counts, null
//! pointers, lengths, every offset, view and key. Nothing else tells how long a buffer is, so a producer that reports
//! more rows than it has memory for cannot be detected.
//!
//! Text is read as bytes, so that it need not be UTF-8.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::NonNull;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, make_array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// What is wrong with a capsule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// It does not hold what is needed.
    Type(String),
    /// It breaks the rules of the interface, or the producer failed.
    Broken(String),
}

type Outcome<T> = Result<T, Problem>;

fn broken<T>(what: impl Into<String>) -> Outcome<T> {
    Err(Problem::Broken(what.into()))
}

/// More rows or bytes than any memory holds.
const TOO_MANY: usize = 1 << 44;

/// `struct ArrowSchema`: the type of a column.
#[repr(C)]
pub(crate) struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *const *const Self,
    dictionary: *const Self,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// `struct ArrowArray`: the rows of a column.
#[repr(C)]
pub(crate) struct Rows {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *const *const u8,
    children: *const *const Self,
    dictionary: *const Self,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// `struct ArrowArrayStream`: rows that come in batches.
#[repr(C)]
pub(crate) struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Self, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Self, *mut Rows) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// The three structs: each is moved out of its capsule, and released when it is dropped.
pub(crate) trait Capsule: Sized {
    const NAME: &'static CStr;
    /// What is left where it was: marked as released.
    fn released() -> Self;
    fn is_released(&self) -> bool;
}

macro_rules! capsule {
    ($name:ident, $text:literal, { $($field:ident: $nothing:expr),+ }) => {
        impl Capsule for $name {
            const NAME: &'static CStr = $text;

            fn released() -> Self {
                Self { release: None, private_data: std::ptr::null_mut(), $($field: $nothing),+ }
            }

            fn is_released(&self) -> bool {
                self.release.is_none()
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it was moved here, so it is released once, by its own callback.
                    unsafe { release(self) };
                }
            }
        }

        // SAFETY: the interface lets a consumer move it to another thread and release it there.
        unsafe impl Send for $name {}
    };
}

capsule!(Schema, c"arrow_schema", {
    format: std::ptr::null(), name: std::ptr::null(), metadata: std::ptr::null(), flags: 0,
    n_children: 0, children: std::ptr::null(), dictionary: std::ptr::null()
});
capsule!(Rows, c"arrow_array", {
    length: 0, null_count: 0, offset: 0, n_buffers: 0, n_children: 0, buffers: std::ptr::null(),
    children: std::ptr::null(), dictionary: std::ptr::null()
});
capsule!(Stream, c"arrow_array_stream", {
    get_schema: None, get_next: None, get_last_error: None
});

// SAFETY: nothing changes it between its import and its release.
unsafe impl Sync for Rows {}

/// Moves the struct out of a capsule.
pub(crate) fn take<T: Capsule>(capsule: &Bound<'_, PyAny>) -> Outcome<T> {
    let name = T::NAME.to_string_lossy();
    let wrong = || Problem::Type(format!("expected a capsule named {name}"));
    let capsule = capsule.cast::<PyCapsule>().map_err(|_| wrong())?;
    let pointer = capsule.pointer_checked(Some(T::NAME)).map_err(|_| wrong())?.cast::<T>();
    if !pointer.is_aligned() {
        return broken(format!("the capsule {name} points between words"));
    }
    // SAFETY: a capsule of this name points to this struct, and who holds the GIL may move it out.
    let taken = unsafe { pointer.replace(T::released()) };
    if taken.is_released() {
        return broken(format!("the capsule {name} was used before"));
    }
    Ok(taken)
}

impl Stream {
    /// The type of the batches.
    pub(crate) fn schema(&mut self) -> Outcome<Schema> {
        let Some(get_schema) = self.get_schema else {
            return broken("the stream has no get_schema");
        };
        let mut schema = Schema::released();
        // SAFETY: the stream is not released, and the struct is empty.
        let code = unsafe { get_schema(self, &raw mut schema) };
        if code != 0 {
            return self.failure(code);
        }
        if schema.is_released() { broken("the stream has no schema") } else { Ok(schema) }
    }

    /// The next batch; `None` at the end.
    pub(crate) fn next(&mut self) -> Outcome<Option<Rows>> {
        let Some(get_next) = self.get_next else { return broken("the stream has no get_next") };
        let mut rows = Rows::released();
        // SAFETY: the stream is not released, and the struct is empty.
        let code = unsafe { get_next(self, &raw mut rows) };
        if code != 0 {
            return self.failure(code);
        }
        Ok((!rows.is_released()).then_some(rows))
    }

    fn failure<T>(&mut self, code: c_int) -> Outcome<T> {
        // SAFETY: the last call on the stream failed, so it may be asked why.
        let why = self.get_last_error.map(|get_last_error| unsafe { get_last_error(self) });
        // SAFETY: the text stays until the next call on the stream.
        match why.and_then(|why| unsafe { text(why) }) {
            Some(why) => broken(format!("the stream failed: {}", why.to_string_lossy())),
            None => broken(format!("the stream failed with code {code}")),
        }
    }
}

impl Schema {
    /// The type of a column of text or bytes: where it says text, bytes.
    pub(crate) fn text_type(&self) -> Outcome<DataType> {
        // SAFETY: the schema is not released, and its dictionary lives as long.
        let (format, values) = unsafe { (text(self.format), self.dictionary.as_ref()) };
        let Some(format) = format else { return broken("the schema has no format") };
        let format = format.to_bytes();
        if let Some(values) = values {
            let keys = match format {
                b"c" => DataType::Int8,
                b"C" => DataType::UInt8,
                b"s" => DataType::Int16,
                b"S" => DataType::UInt16,
                b"i" => DataType::Int32,
                b"I" => DataType::UInt32,
                b"l" => DataType::Int64,
                b"L" => DataType::UInt64,
                _ => return broken("the keys of a dictionary are no integers"),
            };
            if !values.dictionary.is_null() {
                return broken("a dictionary of a dictionary");
            }
            return Ok(DataType::Dictionary(Box::new(keys), Box::new(values.text_type()?)));
        }
        match format {
            b"u" | b"z" => Ok(DataType::Binary),
            b"U" | b"Z" => Ok(DataType::LargeBinary),
            b"vu" | b"vz" => Ok(DataType::BinaryView),
            b"n" => Ok(DataType::Null),
            other => Err(Problem::Type(format!(
                "expected a column of text or bytes, not {}",
                type_name(other)
            ))),
        }
    }

    /// The type of a column that is handed on as it is: text, bytes, numbers, booleans or days.
    fn kept_type(&self) -> Outcome<DataType> {
        // SAFETY: the schema is not released, and its dictionary lives as long.
        let (format, values) = unsafe { (text(self.format), self.dictionary.as_ref()) };
        let format = format.map(CStr::to_bytes).unwrap_or_default();
        if let (DataType::Dictionary(keys, _), Some(values)) =
            (if values.is_some() { self.text_type()? } else { DataType::Null }, values)
        {
            return Ok(DataType::Dictionary(keys, Box::new(values.kept_type()?)));
        }
        Ok(match format {
            b"u" => DataType::Utf8,
            b"U" => DataType::LargeUtf8,
            b"vu" => DataType::Utf8View,
            b"b" => DataType::Boolean,
            b"c" => DataType::Int8,
            b"C" => DataType::UInt8,
            b"s" => DataType::Int16,
            b"S" => DataType::UInt16,
            b"i" => DataType::Int32,
            b"I" => DataType::UInt32,
            b"l" => DataType::Int64,
            b"L" => DataType::UInt64,
            b"f" => DataType::Float32,
            b"g" => DataType::Float64,
            b"tdD" => DataType::Date32,
            b"z" | b"Z" | b"vz" => self.text_type()?,
            other => {
                return Err(Problem::Type(format!(
                    "expected a column of text, bytes, numbers, booleans or days, not {}",
                    type_name(other)
                )));
            }
        })
    }

    /// Where the column of this name is in the batches, and its type, which is text or bytes.
    pub(crate) fn column(&self, name: &str) -> Outcome<(usize, DataType)> {
        let (index, column) = self.child(name)?;
        Ok((index, column.text_type()?))
    }

    /// The same for a column that is handed on.
    pub(crate) fn kept_column(&self, name: &str) -> Outcome<(usize, DataType)> {
        let (index, column) = self.child(name)?;
        Ok((index, column.kept_type()?))
    }

    /// The only column of this name, and its place.
    fn child(&self, name: &str) -> Outcome<(usize, &Self)> {
        // SAFETY: the schema is not released.
        if unsafe { text(self.format) } != Some(c"+s") {
            return Err(Problem::Type("expected a table or a stream of batches".into()));
        }
        // SAFETY: the schema is not released, and its children live as long.
        let children = unsafe { pointers(self.children, self.n_children) }?;
        let mut found = None;
        for (index, child) in children.iter().enumerate() {
            // SAFETY: the same.
            let Some(child) = (unsafe { child.as_ref() }) else {
                return broken("a column of the schema is a null pointer");
            };
            // SAFETY: the same.
            if unsafe { text(child.name) }.is_some_and(|text| text.to_bytes() == name.as_bytes()) {
                if found.is_some() {
                    return broken(format!("there are several columns {name:?}"));
                }
                found = Some((index, child));
            }
        }
        found.ok_or_else(|| Problem::Broken(format!("there is no column {name:?}")))
    }
}

impl Rows {
    /// The offset, and how many rows follow it.
    fn range(&self) -> Outcome<(usize, usize)> {
        let at_most = |number: i64| usize::try_from(number).ok().filter(|all| *all <= TOO_MANY);
        match (at_most(self.offset), at_most(self.length)) {
            (Some(offset), Some(length)) => Ok((offset, length)),
            _ => broken(format!("{} rows at offset {}", self.length, self.offset)),
        }
    }

    /// A column of text or bytes, all of it checked.
    pub(crate) fn into_column(self, data_type: &DataType) -> Outcome<ArrayRef> {
        let owner = Arc::new(self);
        let data = column_data(&owner, data_type, &owner)?;
        Ok(make_array(data))
    }

    /// Columns of a batch, each by its place and type.
    pub(crate) fn into_columns(self, places: &[(usize, DataType)]) -> Outcome<Vec<ArrayRef>> {
        let owner = Arc::new(self);
        let (offset, length) = owner.range()?;
        // SAFETY: the batch is not released.
        let buffers = unsafe { pointers(owner.buffers, owner.n_buffers) }?;
        if buffers.len() != 1 {
            return broken(format!("a batch with {} buffers, not 1", buffers.len()));
        }
        let nulls = validity(&owner, buffers.first().copied(), &owner)?;
        if nulls.is_some_and(|nulls| nulls.null_count() > 0) {
            return broken("a batch with rows that are null as a whole");
        }
        // SAFETY: the batch is not released, and its children live as long.
        let children = unsafe { pointers(owner.children, owner.n_children) }?;
        let column = |(index, data_type): &(usize, DataType)| {
            // SAFETY: the same.
            let Some(child) = children.get(*index).and_then(|child| unsafe { child.as_ref() })
            else {
                return broken("the batch lacks a column of its schema");
            };
            let column = make_array(column_data(child, data_type, &owner)?);
            if column.len() < offset + length {
                return broken(format!("a column of {} rows in a batch of {length}", column.len()));
            }
            Ok(column.slice(offset, length))
        };
        places.iter().map(column).collect()
    }
}

/// The data of a column that `owner` is or contains.
fn column_data(rows: &Rows, data_type: &DataType, owner: &Arc<Rows>) -> Outcome<ArrayData> {
    let (offset, length) = rows.range()?;
    let all = offset + length;
    // SAFETY: the rows are not released.
    let buffers = unsafe { pointers(rows.buffers, rows.n_buffers) }?;
    if rows.n_children != 0 {
        return broken(format!("a column of text with {} children", rows.n_children));
    }
    // SAFETY: the rows are not released, and their dictionary lives as long.
    let dictionary = unsafe { rows.dictionary.as_ref() };
    if *data_type == DataType::Null {
        return Ok(ArrayData::new_null(&DataType::Binary, length));
    }
    let data = ArrayData::builder(data_type.clone()).len(length).offset(offset).nulls(validity(
        rows,
        buffers.first().copied(),
        owner,
    )?);
    let data = match (data_type, buffers, dictionary) {
        (DataType::Binary | DataType::Utf8, [_, offsets, bytes], None) => {
            let (offsets, end) = offsets_and_end::<4>(*offsets, all, owner)?;
            data.add_buffer(offsets).add_buffer(buffer(*bytes, end, owner)?)
        }
        (DataType::LargeBinary | DataType::LargeUtf8, [_, offsets, bytes], None) => {
            let (offsets, end) = offsets_and_end::<8>(*offsets, all, owner)?;
            data.add_buffer(offsets).add_buffer(buffer(*bytes, end, owner)?)
        }
        (DataType::BinaryView | DataType::Utf8View, [_, views, texts @ .., lengths], None) => {
            let lengths = buffer(*lengths, texts.len() * 8, owner)?;
            let texts: Outcome<Vec<Buffer>> = texts
                .iter()
                .zip(lengths.as_slice().as_chunks().0)
                .map(|(text, length)| buffer(*text, size(i64::from_ne_bytes(*length))?, owner))
                .collect();
            data.add_buffer(buffer(*views, all * 16, owner)?).add_buffers(texts?)
        }
        (DataType::Dictionary(keys, values), [_, places], Some(dictionary)) => {
            let width = keys.primitive_width().unwrap_or_default();
            data.add_buffer(buffer(*places, all * width, owner)?)
                .add_child_data(column_data(dictionary, values, owner)?)
        }
        (DataType::Boolean, [_, bits], None) => {
            data.add_buffer(buffer(*bits, all.div_ceil(8), owner)?)
        }
        (number, [_, values], None) if number.primitive_width().is_some() => {
            let width = number.primitive_width().unwrap_or_default();
            data.add_buffer(buffer(*values, all * width, owner)?)
        }
        _ => return broken(format!("{} buffers do not make a {data_type}", buffers.len())),
    };
    // This checks all offsets, views, keys, and text where it must be UTF-8.
    data.align_buffers(true).build().map_err(|error| Problem::Broken(error.to_string()))
}

/// Which rows are not null; `None` if all are not.
fn validity(
    rows: &Rows,
    bits: Option<*const u8>,
    owner: &Arc<Rows>,
) -> Outcome<Option<NullBuffer>> {
    let (offset, length) = rows.range()?;
    match bits {
        Some(bits) if !bits.is_null() => {
            let bits = buffer(bits, (offset + length).div_ceil(8), owner)?;
            Ok(Some(NullBuffer::new(BooleanBuffer::new(bits, offset, length))))
        }
        _ if rows.null_count > 0 => broken("there are nulls, but nothing says which rows are"),
        _ => Ok(None),
    }
}

/// Offsets of so many bytes each, and where the last value ends.
fn offsets_and_end<const WIDTH: usize>(
    offsets: *const u8,
    rows: usize,
    owner: &Arc<Rows>,
) -> Outcome<(Buffer, usize)> {
    if rows == 0 {
        // Some producers have no offsets then.
        return Ok((Buffer::from_vec(vec![0_u8; WIDTH]), 0));
    }
    let offsets = buffer(offsets, (rows + 1) * WIDTH, owner)?;
    let end = match offsets.as_slice().as_chunks::<WIDTH>().0.last() {
        Some(last) if WIDTH == 4 => {
            last.first_chunk().map(|end| i64::from(i32::from_ne_bytes(*end)))
        }
        Some(last) => last.first_chunk().map(|end| i64::from_ne_bytes(*end)),
        None => None,
    };
    Ok((offsets, size(end.unwrap_or_default())?))
}

/// A number of bytes that can be.
fn size(bytes: i64) -> Outcome<usize> {
    let size = usize::try_from(bytes).ok().filter(|bytes| *bytes <= TOO_MANY);
    size.ok_or_else(|| Problem::Broken(format!("a buffer of {bytes} bytes")))
}

/// A buffer of the owner, which it keeps alive.
fn buffer(start: *const u8, bytes: usize, owner: &Arc<Rows>) -> Outcome<Buffer> {
    if bytes == 0 {
        return Ok(Buffer::from_vec(Vec::<u8>::new()));
    }
    let Some(start) = NonNull::new(start.cast_mut()) else {
        return broken(format!("a null pointer in the place of {bytes} bytes"));
    };
    // SAFETY: the producer says that so many bytes are there until they are released.
    Ok(unsafe { Buffer::from_custom_allocation(start, bytes, Arc::<Rows>::clone(owner)) })
}

/// The pointers of a list.
///
/// # Safety
///
/// If the list is not null, it has so many pointers for as long as the result is used.
unsafe fn pointers<'a, T>(list: *const *const T, length: i64) -> Outcome<&'a [*const T]> {
    /// More than any column or batch has.
    const MOST: i64 = 1 << 24;
    match usize::try_from(length) {
        Ok(0) => Ok(&[]),
        // SAFETY: said above.
        Ok(count) if length < MOST && !list.is_null() && list.is_aligned() => {
            Ok(unsafe { std::slice::from_raw_parts(list, count) })
        }
        _ => broken(format!("a list of {length} pointers")),
    }
}

/// A text that ends with NUL; `None` for a null pointer.
///
/// # Safety
///
/// If the pointer is not null, it points to such a text for as long as the result is used.
unsafe fn text<'a>(text: *const c_char) -> Option<&'a CStr> {
    // SAFETY: said above.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })
}

/// What people call a type of Arrow.
fn type_name(format: &[u8]) -> String {
    match format {
        b"b" => "booleans".into(),
        [b'c' | b'C' | b's' | b'S' | b'i' | b'I' | b'l' | b'L'] => "integers".into(),
        [b'e' | b'f' | b'g'] => "floats".into(),
        [b'+', b's', ..] => "structs".into(),
        [b'+', b'l' | b'L' | b'v' | b'w', ..] => "lists".into(),
        [b't', ..] => "times".into(),
        other => format!("of Arrow's format {:?}", String::from_utf8_lossy(other)),
    }
}
