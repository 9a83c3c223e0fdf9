//! Enums whose values have names in a catalogue's file.

/// Defines an enum whose values have names in text.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$value_meta])* $value,)+
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The value's name in text.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }

            /// The value of this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }

        impl std::fmt::Display for $name {
            /// Writes the name.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub(crate) use named;
