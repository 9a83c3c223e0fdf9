//! Bytes to lines, and lines to fields and values.
//!
//! [`lines`] splits a file as every dialect does: a line ends at LF, CR or CRLF, and a
//! byte order mark belongs to none. A [`Line`] knows where its field, separator, value and
//! comment stand; [`Line::read`] says what a dialect makes of it. A [`LineIndex`] turns
//! offsets into the lines and columns of editors, and back.
//!
//! ```
//! use maycrawl::Dialect;
//! use maycrawl::lines::{Field, Reading, lines};
//!
//! let file = b"User-agent: *\nDisalow: /a # not this";
//! let line = lines(file).nth(1).unwrap();
//! assert_eq!(line.get(line.field()), b"Disalow");
//! assert_eq!(line.get(line.value()), b"/a");
//! // Google accepts the misspelling.
//! let Reading::Directive(directive) = line.read(&Dialect::GOOGLE.lines) else { panic!() };
//! assert_eq!(directive.field, Field::Disallow);
//! ```

pub use crate::directive::{Directive, Field, Reading, Spelling};
pub use crate::line::{Line, Lines, Separator, lines};
pub use crate::line_index::{LineIndex, Position};
pub use crate::span::Span;
