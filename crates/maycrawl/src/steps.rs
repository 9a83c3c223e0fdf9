//! Counts work where tests ask how much there is; costs nothing elsewhere.

/// Counts how many bytes were looked at.
pub(crate) trait Steps {
    fn took(&mut self, bytes: usize);
}

impl Steps for () {
    fn took(&mut self, _bytes: usize) {}
}

impl Steps for usize {
    fn took(&mut self, bytes: usize) {
        *self = self.saturating_add(bytes);
    }
}

impl crate::Rules {
    /// [`check`](Self::check), and how many bytes it looked at. It is no part of the
    /// interface: tests and fuzz targets hold the work linear with it.
    #[doc(hidden)]
    pub fn check_and_count(&self, path: &crate::UrlPath<'_>) -> (crate::Verdict, usize) {
        let mut bytes = 0;
        (self.check_counted(path, &mut bytes), bytes)
    }
}
