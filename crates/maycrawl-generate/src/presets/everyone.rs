//! Presets that say who may fetch anything at all.

use maycrawl_crawlers::{Crawler, Purpose};

use super::ai::trains;
use crate::choice::{Choice, What, Who};
use crate::error::Error;
use crate::preset::{Asked, Parameter, Preset, Wants};

const INTRODUCTION: &str =
    "https://developers.google.com/search/docs/crawling-indexing/robots/create-robots-txt";
const SPECIAL: &str =
    "https://developers.google.com/search/docs/crawling-indexing/google-special-case-crawlers";
const INDEXING: &str = "https://support.google.com/webmasters/answer/6062598";

const TOKEN: Parameter = Parameter { name: "TOKEN", default: None, example: "Googlebot" };

pub(super) static ALLOW_ALL: Preset = Preset {
    name: "allow-all",
    parameter: None,
    title: "Every crawler may fetch everything",
    about: "The same as an empty file, or none: what nothing forbids is allowed. Written out, it \
            says that it is meant. An empty Disallow line says the same.",
    sources: &["https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2"],
    wants: Wants::Made(|asked| Ok(vec![everyone(What::Allow, asked)])),
};

pub(super) static BLOCK_ALL: Preset = Preset {
    name: "block-all",
    parameter: None,
    title: "No crawler may fetch anything",
    about: "Crawlers that ignore the group for * are named beside it. Pages that others link to may \
            still be found in search engines, without their text; only noindex keeps them out, and \
            for that they must be fetched.",
    sources: &[INTRODUCTION, SPECIAL, INDEXING],
    wants: Wants::Made(|asked| Ok(vec![everyone(What::Block, asked)])),
};

pub(super) static STAGING: Preset = Preset {
    name: "staging",
    parameter: None,
    title: "A site that is not public yet",
    about: "The same as block-all. Take it away at the launch: a file that was forgotten keeps a \
            site out of search. A password keeps out those too who read no robots.txt, and people.",
    sources: &[INTRODUCTION, INDEXING],
    wants: Wants::Made(|asked| Ok(vec![everyone(What::Block, asked)])),
};

pub(super) static ONLY: Preset = Preset {
    name: "only",
    parameter: Some(TOKEN),
    title: "One crawler may fetch everything, all others nothing",
    about: "Several tokens may stand there, with commas between them. Crawlers that fall back to \
            one that is named may fetch everything too.",
    sources: &[INTRODUCTION],
    wants: Wants::Made(|asked| {
        let mut choices = vec![everyone(What::Block, asked)];
        choices.extend(each(asked, &What::Allow)?);
        Ok(choices)
    }),
};

pub(super) static ALL_BUT: Preset = Preset {
    name: "all-but",
    parameter: Some(Parameter { example: "AhrefsBot", ..TOKEN }),
    title: "One crawler may fetch nothing, all others everything",
    about: "Several tokens may stand there, with commas between them.",
    sources: &[INTRODUCTION],
    wants: Wants::Made(|asked| {
        let mut choices = each(asked, &What::Block)?;
        choices.push(everyone(What::Allow, asked));
        Ok(choices)
    }),
};

pub(super) static ONLY_SEARCH_ENGINES: Preset = Preset {
    name: "only-search-engines",
    parameter: None,
    title: "Search engines may fetch everything, all others nothing",
    about: "Search engines are the crawlers whose first purpose is search in the catalogue, without \
            those that train models or sell data. Previews of links in messengers, feed readers, \
            monitors and Google's crawlers for ads are shut out.",
    sources: &[INTRODUCTION, SPECIAL],
    wants: Wants::Made(|asked| {
        let crawlers = asked.catalogue.crawlers();
        let is_engine = |crawler: &&Crawler| {
            crawler.purposes().first() == Some(&Purpose::Search)
                && !trains(crawler, asked.catalogue)
                && ![Purpose::Dataset, Purpose::Seo].iter().any(|other| crawler.is_for(*other))
        };
        let tokens = crawlers.iter().filter(is_engine).map(|crawler| crawler.token().into());
        let who = Who::Listed { name: "search engines".into(), tokens: tokens.collect() };
        let mut engines = Choice::new(who, What::Allow, asked.said);
        engines.because = Some("Search engines".into());
        Ok(vec![everyone(What::Block, asked), engines])
    }),
};

pub(super) static ONLY_ADSENSE: Preset = Preset {
    name: "only-adsense",
    parameter: None,
    title: "Ads of AdSense only; all other crawlers are blocked",
    about: "Mediapartners-Google may look at pages to choose ads for them; no other crawler may \
            fetch anything.",
    sources: &[INTRODUCTION, SPECIAL],
    wants: Wants::Made(|asked| {
        let who = Who::Token("Mediapartners-Google".into());
        let mut adsense = Choice::new(who, What::Allow, asked.said);
        adsense.because = Some("AdSense".into());
        Ok(vec![everyone(What::Block, asked), adsense])
    }),
};

fn everyone(what: What, asked: &Asked<'_>) -> Choice {
    Choice::new(Who::Everyone, what, asked.said)
}

/// The same of each token of the value.
fn each(asked: &Asked<'_>, what: &What) -> Result<Vec<Choice>, Error> {
    let one = |token: &str| match Who::parse(token)? {
        who @ Who::Token(_) => Ok(Choice::new(who, what.clone(), asked.said)),
        other => Err(Error::new(format!("{other} is not one crawler; write a product token"))),
    };
    asked.value.split(',').map(one).collect()
}
