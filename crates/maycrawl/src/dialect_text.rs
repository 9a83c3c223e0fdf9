//! Dialects as text: the name of a preset and what differs from it, such as
//! `google+paths.tie=disallow`.

use core::fmt;
use core::str::FromStr;

use crate::dialect::{Dialect, Preset};
use crate::error::{Error, ErrorKind};
use crate::knobs::Knob;

impl FromStr for Dialect {
    type Err = Error;

    /// Reads the name of a preset, such as `rfc9309`; after it may stand values of knobs,
    /// such as `google+paths.tie=disallow`.
    ///
    /// ```
    /// use maycrawl::Dialect;
    ///
    /// let dialect: Dialect = "google+groups.ua_match=whole".parse()?;
    /// assert_eq!(dialect.to_string(), "google+groups.ua_match=whole");
    /// # Ok::<(), maycrawl::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut parts = text.split('+');
        let preset = parts.next().and_then(Preset::find);
        let mut dialect = preset.ok_or(Error::new(ErrorKind::UnknownDialect))?.dialect;
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let knob = Knob::find(name).ok_or(Error::new(ErrorKind::UnknownKnob))?;
            knob.set(&mut dialect, value)?;
        }
        Ok(dialect)
    }
}

impl fmt::Display for Dialect {
    /// The preset's name; of other dialects the preset that is nearest, and each knob that
    /// differs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.pad(name);
        }
        let differing = |preset: &Self| {
            let preset = *preset;
            Knob::all().iter().filter(move |knob| !knob.is_same(self, &preset))
        };
        let nearest = Preset::ALL.iter().min_by_key(|preset| differing(&preset.dialect).count());
        let nearest = nearest.unwrap_or(&Preset::DEFAULT);
        f.write_str(nearest.name)?;
        for knob in differing(&nearest.dialect) {
            write!(f, "+{}={}", knob.name, knob.value(self))?;
        }
        Ok(())
    }
}
