//! Stable codes of enums, for output and for reading it back.

/// Gives an enum its list of values, its codes, and the way back from a code.
macro_rules! codes {
    ($name:ident { $($value:ident = $code:literal,)+ }) => {
        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The stable code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$value => $code,)+
                }
            }
        }

        impl core::str::FromStr for $name {
            type Err = crate::error::Error;

            /// Reads a code.
            fn from_str(code: &str) -> Result<Self, Self::Err> {
                crate::error::by_code(Self::ALL, Self::code, code)
            }
        }

        impl core::fmt::Display for $name {
            /// Writes the code.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.code())
            }
        }
    };
}

pub(crate) use codes;
