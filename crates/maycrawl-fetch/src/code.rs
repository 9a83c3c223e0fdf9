//! Codes: the short, stable names that output shows.

use std::fmt;

/// Gives an enum its codes: `ALL`, `code` and `FromStr`.
macro_rules! codes {
    ($name:ident, $what:literal: $($variant:ident = $code:literal),+ $(,)?) => {
        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its stable code. No code is ever given another meaning.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownCode;

            fn from_str(code: &str) -> Result<Self, $crate::UnknownCode> {
                let found = Self::ALL.iter().copied().find(|one| one.code() == code);
                found.ok_or($crate::UnknownCode { what: $what })
            }
        }
    };
}

pub(crate) use codes;

/// The error for a text that is not a code of an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCode {
    pub(crate) what: &'static str,
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown code of {}", self.what)
    }
}

impl std::error::Error for UnknownCode {}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fmt::Debug;
    use std::str::FromStr;

    use crate::{MachineError, Problem, RefusalKind};

    fn check<T: Copy + Debug + FromStr + PartialEq>(all: &[T], code: fn(T) -> &'static str) {
        let codes: HashSet<_> = all.iter().map(|one| code(*one)).collect();
        assert_eq!(codes.len(), all.len(), "{all:?}");
        for one in all {
            assert_eq!(code(*one).parse().ok(), Some(*one));
        }
        assert!("no such code".parse::<T>().is_err());
    }

    #[test]
    fn codes_are_distinct_and_can_be_read_back() {
        check(Problem::ALL, Problem::code);
        check(MachineError::ALL, MachineError::code);
        check(RefusalKind::ALL, RefusalKind::code);
    }

    #[cfg(feature = "gatekeeper")]
    #[test]
    fn kinds_of_errors_have_codes_too() {
        check(crate::ErrorKind::ALL, crate::ErrorKind::code);
        check(crate::StoreErrorKind::ALL, crate::StoreErrorKind::code);
    }
}
