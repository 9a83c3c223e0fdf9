//! Counts work where tests ask how much there is; costs nothing elsewhere.

/// Is told how many octets were looked at.
pub(crate) trait Steps {
    fn took(&mut self, octets: usize);
}

impl Steps for () {
    fn took(&mut self, _octets: usize) {}
}

impl Steps for usize {
    fn took(&mut self, octets: usize) {
        *self = self.saturating_add(octets);
    }
}

impl crate::Rules {
    /// [`check`](Self::check), and how many octets it looked at. It is no part of the
    /// interface: tests and fuzz targets hold the work linear with it.
    #[doc(hidden)]
    pub fn check_and_count(&self, path: &crate::UrlPath<'_>) -> (crate::Verdict, usize) {
        let mut octets = 0;
        (self.check_counted(path, &mut octets), octets)
    }
}
