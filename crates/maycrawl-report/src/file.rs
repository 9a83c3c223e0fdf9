//! A robots.txt under the name that people know it by.

use maycrawl::Document;

use crate::display::sanitize;

/// A robots.txt under the name that people know it by.
#[derive(Clone, Debug)]
pub struct File {
    name: String,
    document: Document,
}

impl File {
    /// Reads a file. The name is for people only.
    pub fn new(name: impl AsRef<[u8]>, bytes: impl AsRef<[u8]>) -> Self {
        Self { name: sanitize(name.as_ref()), document: Document::parse(bytes) }
    }

    /// The name that people know it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file with its lines.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The bytes as they were given.
    pub fn source(&self) -> &[u8] {
        self.document.source()
    }
}
