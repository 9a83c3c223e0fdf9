//! Stable codes and numbers of enums, for output and for reading it back.

/// Gives an enum its list of values, its codes and numbers, and the way back from both.
macro_rules! codes {
    ($name:ident { $($value:ident = $number:literal, $code:literal;)+ }) => {
        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The stable code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$value => $code,)+
                }
            }

            /// The stable number, for columns.
            pub const fn number(self) -> u8 {
                match self {
                    $(Self::$value => $number,)+
                }
            }

            /// The value of a number.
            pub const fn from_number(number: u8) -> Option<Self> {
                match number {
                    $($number => Some(Self::$value),)+
                    _ => None,
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
