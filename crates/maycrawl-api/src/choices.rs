//! What a generated robots.txt should say.

use maycrawl_crawlers::Catalogue;
use maycrawl_generate::{Audience, Choice, ChoiceKey, Error, ErrorKind};
use serde::{Deserialize, Serialize};

use crate::limits::{at_most, not_longer};
use crate::problem::{Problem, kinds};
use crate::work::Work;

/// What a generated robots.txt should say.
///
/// Crawlers are named by a product token (`GPTBot`), `purpose:NAME` (`purpose:ai-training`),
/// `operator:NAME` (`operator:OpenAI`) or `*` for everyone.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Choices {
    /// Ready-made choices: `wordpress`, `only=Googlebot`. The operation `presets` lists all.
    pub preset: Vec<String>,
    /// Crawlers that are blocked from the whole site.
    pub block: Vec<String>,
    /// Crawlers that may fetch everything that no rule blocks.
    pub allow: Vec<String>,
    /// Paths that are blocked for everyone.
    pub disallow: Vec<String>,
    /// Paths that are allowed within what is blocked, for everyone.
    pub allow_path: Vec<String>,
    /// Seconds between requests, for everyone.
    pub crawl_delay: Option<f64>,
    /// How everyone may use the pages: `search=yes, ai-train=no`.
    pub content_signal: Vec<String>,
    /// The same as in the IETF's draft: `train-ai=n`.
    pub content_usage: Vec<String>,
    /// URLs of sitemaps.
    pub sitemap: Vec<String>,
    /// URLs of licences (RSL).
    pub license: Vec<String>,
    /// Rules for some crawlers.
    pub r#for: Vec<ChoicesFor>,
}

/// What a generated robots.txt should say to some crawlers.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ChoicesFor {
    /// The crawlers.
    pub who: Vec<String>,
    /// Paths that are blocked for them.
    #[serde(default)]
    pub disallow: Vec<String>,
    /// Paths that are allowed within what is blocked for them.
    #[serde(default)]
    pub allow_path: Vec<String>,
    /// Seconds between requests.
    #[serde(default)]
    pub crawl_delay: Option<f64>,
    /// How they may use the pages: `search=yes, ai-train=no`.
    #[serde(default)]
    pub content_signal: Vec<String>,
    /// The same as in the IETF's draft: `train-ai=n`.
    #[serde(default)]
    pub content_usage: Vec<String>,
}

impl Choices {
    /// The pointer of the value that a problem of the whole is about, if it names a crawler or an
    /// operator; else that of the choices.
    pub(crate) fn place(&self, error: &Error) -> String {
        let named = match error.kind() {
            ErrorKind::UnknownToken { token, .. } => token.clone(),
            ErrorKind::UnknownOperator { name, .. } => format!("operator:{name}"),
            _ => return "/choices".into(),
        };
        let of_for = self.r#for.iter().enumerate();
        let lists = [("block".to_owned(), &self.block), ("allow".to_owned(), &self.allow)];
        let lists =
            lists.into_iter().chain(of_for.map(|(at, one)| (format!("for/{at}/who"), &one.who)));
        for (member, values) in lists {
            for (index, value) in values.iter().enumerate() {
                let audiences = Audience::parse_list(value).unwrap_or_default();
                if audiences.iter().any(|audience| audience.to_string() == named) {
                    return format!("/choices/{member}/{index}");
                }
            }
        }
        "/choices".into()
    }

    /// The choices in the order in which their keys stand in the type.
    pub(crate) fn read(
        &self,
        catalogue: &Catalogue,
        work: &Work<'_>,
    ) -> Result<Vec<Choice>, Problem> {
        let mut reader = Reader { catalogue, work, choices: Vec::new() };
        let everyone = [Audience::Everyone];
        reader.add(ChoiceKey::Preset, &self.preset, &everyone, "", "")?;
        reader.add(ChoiceKey::Block, &self.block, &everyone, "", "")?;
        reader.add(ChoiceKey::Allow, &self.allow, &everyone, "", "")?;
        reader.add(ChoiceKey::Disallow, &self.disallow, &everyone, "", "")?;
        reader.add(ChoiceKey::AllowPath, &self.allow_path, &everyone, "", "")?;
        reader.delay(self.crawl_delay, &everyone, "", "")?;
        reader.add(ChoiceKey::ContentSignal, &self.content_signal, &everyone, "", "")?;
        reader.add(ChoiceKey::ContentUsage, &self.content_usage, &everyone, "", "")?;
        for (index, one) in self.r#for.iter().enumerate() {
            let place = format!("/for/{index}");
            let audiences = reader.audiences(&one.who, &format!("{place}/who"))?;
            let who = format!("for {}: ", one.who.join(", "));
            reader.add(ChoiceKey::Disallow, &one.disallow, &audiences, &place, &who)?;
            reader.add(ChoiceKey::AllowPath, &one.allow_path, &audiences, &place, &who)?;
            reader.delay(one.crawl_delay, &audiences, &place, &who)?;
            reader.add(ChoiceKey::ContentSignal, &one.content_signal, &audiences, &place, &who)?;
            reader.add(ChoiceKey::ContentUsage, &one.content_usage, &audiences, &place, &who)?;
        }
        reader.add(ChoiceKey::Sitemap, &self.sitemap, &everyone, "", "")?;
        reader.add(ChoiceKey::License, &self.license, &everyone, "", "")?;
        Ok(reader.choices)
    }
}

struct Reader<'a> {
    catalogue: &'a Catalogue,
    work: &'a Work<'a>,
    choices: Vec<Choice>,
}

impl Reader<'_> {
    /// Adds the choices of a member. `place` is that of the object around it, `who` whom it is for.
    fn add(
        &mut self,
        key: ChoiceKey,
        values: &[String],
        audiences: &[Audience],
        place: &str,
        who: &str,
    ) -> Result<(), Problem> {
        let member = format!("/choices{place}/{}", key.name().replace('-', "_"));
        for (index, value) in values.iter().enumerate() {
            self.value(key, value, audiences, &format!("{member}/{index}"), who)?;
        }
        Ok(())
    }

    fn delay(
        &mut self,
        seconds: Option<f64>,
        audiences: &[Audience],
        place: &str,
        who: &str,
    ) -> Result<(), Problem> {
        let Some(seconds) = seconds else { return Ok(()) };
        let pointer = format!("/choices{place}/crawl_delay");
        self.value(ChoiceKey::CrawlDelay, &seconds.to_string(), audiences, &pointer, who)
    }

    fn value(
        &mut self,
        key: ChoiceKey,
        value: &str,
        audiences: &[Audience],
        pointer: &str,
        who: &str,
    ) -> Result<(), Problem> {
        self.work.check()?;
        not_longer(self.work.limits().url_bytes, value, || pointer.to_owned())?;
        let source = format!("{who}{} {value:?}", key.name().replace('-', "_"));
        let choices = key.choices(value, audiences, &source, self.catalogue);
        self.choices.extend(choices.map_err(|error| problem(&error, pointer))?);
        let most = self.work.limits().choices;
        at_most(most, self.choices.len(), "choices", "/choices")
    }

    /// The crawlers of a list.
    fn audiences(&self, who: &[String], place: &str) -> Result<Vec<Audience>, Problem> {
        let pointer = format!("/choices{place}");
        if who.is_empty() {
            let detail = "nobody is named; write [\"GPTBot\"], for example";
            return Err(Problem::new(&kinds::INVALID_CHOICE, detail).at(pointer));
        }
        at_most(self.work.limits().agents, who.len(), "crawlers", &pointer)?;
        let mut audiences = Vec::new();
        for (index, one) in who.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            not_longer(self.work.limits().name_bytes, one, || pointer.clone())?;
            audiences.extend(Audience::parse_list(one).map_err(|error| problem(&error, &pointer))?);
        }
        Ok(audiences)
    }
}

/// An error of the generator, with the member that helps.
pub(crate) fn problem(error: &Error, pointer: &str) -> Problem {
    let detail = match error.kind() {
        ErrorKind::UnknownToken { .. } => format!("{error} (`any_token` takes it as written)"),
        _ => error.to_string(),
    };
    Problem::new(&kinds::INVALID_CHOICE, detail).at(pointer)
}
