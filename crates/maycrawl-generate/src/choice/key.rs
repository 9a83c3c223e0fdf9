//! The keys of choices, as people write them.

use maycrawl_crawlers::Catalogue;

use super::{Audience, Choice, Instruction};
use crate::error::Error;
use crate::preset::Preset;

/// The key of a choice: what stands before its value in a file, or is the name of an option.
///
/// New keys may be added.
///
/// ```
/// use maycrawl_crawlers::Catalogue;
/// use maycrawl_generate::{Audience, ChoiceKey};
///
/// let catalogue = Catalogue::built_in();
/// let choices = ChoiceKey::Block.choices("GPTBot, CCBot", &[], "line 1", catalogue)?;
/// assert_eq!(choices.len(), 2);
/// let everyone = [Audience::Everyone];
/// let choices = ChoiceKey::Disallow.choices("/drafts/", &everyone, "line 2", catalogue)?;
/// assert_eq!(choices[0].audience, Audience::Everyone);
/// # Ok::<(), maycrawl_generate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChoiceKey {
    /// A preset.
    Preset,
    /// Crawlers that may fetch nothing.
    Block,
    /// Crawlers that may fetch everything.
    Allow,
    /// A path that may not be fetched.
    Disallow,
    /// A path that may be fetched.
    AllowPath,
    /// Seconds between requests.
    CrawlDelay,
    /// Content Signals.
    ContentSignal,
    /// Content usage.
    ContentUsage,
    /// A sitemap.
    Sitemap,
    /// A licence.
    License,
}

impl ChoiceKey {
    /// The key as it is written: `allow-path`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Preset => "preset",
            Self::Block => "block",
            Self::Allow => "allow",
            Self::Disallow => "disallow",
            Self::AllowPath => "allow-path",
            Self::CrawlDelay => "crawl-delay",
            Self::ContentSignal => "content-signal",
            Self::ContentUsage => "content-usage",
            Self::Sitemap => "sitemap",
            Self::License => "license",
        }
    }

    /// The choices of a value; `source` says where it comes from. They are for these audiences,
    /// unless the value names its own, as a preset and crawlers do, or the key is for all.
    pub fn choices(
        self,
        value: &str,
        audiences: &[Audience],
        source: &str,
        catalogue: &Catalogue,
    ) -> Result<Vec<Choice>, Error> {
        let instruction = match self {
            Self::Preset => return Preset::choices(value, catalogue),
            Self::Block => return of_crawlers(value, &Instruction::Block, source),
            Self::Allow => return of_crawlers(value, &Instruction::Allow, source),
            Self::Disallow => Instruction::disallow(value)?,
            Self::AllowPath => Instruction::allow(value)?,
            Self::CrawlDelay => Instruction::crawl_delay(value)?,
            Self::ContentSignal => Instruction::content_signal(value)?,
            Self::ContentUsage => Instruction::content_usage(value)?,
            Self::Sitemap => Instruction::sitemap(value)?,
            Self::License => Instruction::license(value)?,
        };
        let is_global = matches!(self, Self::Sitemap | Self::License);
        let audiences = if is_global { &[Audience::Everyone] } else { audiences };
        let choice = |one: &Audience| Choice::new(one.clone(), instruction.clone(), source);
        Ok(audiences.iter().map(choice).collect())
    }
}

/// The choices about these crawlers. Those of a purpose or an operator have that as their reason.
fn of_crawlers(value: &str, instruction: &Instruction, source: &str) -> Result<Vec<Choice>, Error> {
    let choice = |audience: Audience| {
        let reason = match &audience {
            Audience::Purpose(purpose) => Some(format!("Crawlers for {}", purpose.name())),
            Audience::Operator(name) => Some(format!("Crawlers of {name}")),
            _ => None,
        };
        let choice = Choice::new(audience, instruction.clone(), source);
        match reason {
            Some(reason) => choice.with_reason(reason),
            None => choice,
        }
    };
    Ok(Audience::parse_list(value)?.into_iter().map(choice).collect())
}
