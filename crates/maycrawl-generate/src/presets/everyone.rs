//! Presets for all crawlers but a few.

use maycrawl_crawlers::{Crawler, Purpose};

use super::ai::trains;
use crate::choice::{Audience, Choice, Instruction};
use crate::error::{Error, Input};
use crate::preset::{Parameter, Preset, Recipe, Request};

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
    about: "This means the same as an empty file or no file: a URL that no rule blocks is \
            allowed. The file shows that you intend this. An empty Disallow line means the same.",
    sources: &["https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2"],
    recipe: Recipe::Function(|request| Ok(vec![everyone(Instruction::Allow, request)])),
};

pub(super) static BLOCK_ALL: Preset = Preset {
    name: "block-all",
    parameter: None,
    title: "No crawler may fetch anything",
    about: "The file also names the crawlers that ignore the group for *. Search engines may still \
            list pages that other sites link to, without their text; only noindex keeps a page \
            out, and crawlers must fetch the page to see it.",
    sources: &[INTRODUCTION, SPECIAL, INDEXING],
    recipe: Recipe::Function(|request| Ok(vec![everyone(Instruction::Block, request)])),
};

pub(super) static STAGING: Preset = Preset {
    name: "staging",
    parameter: None,
    title: "A site that is not public yet",
    about: "The same rules as block-all. Remove the file at launch: if you forget it, it keeps the \
            site out of search. A password also keeps out people, and crawlers that ignore \
            robots.txt.",
    sources: &[INTRODUCTION, INDEXING],
    recipe: Recipe::Function(|request| Ok(vec![everyone(Instruction::Block, request)])),
};

pub(super) static ONLY: Preset = Preset {
    name: "only",
    parameter: Some(TOKEN),
    title: "One crawler may fetch everything, all others nothing",
    about: "You can name several tokens, separated by commas. Crawlers that fall back to one of \
            them may fetch everything too.",
    sources: &[INTRODUCTION],
    recipe: Recipe::Function(|request| {
        let mut choices = vec![everyone(Instruction::Block, request)];
        choices.extend(each(request, &Instruction::Allow)?);
        Ok(choices)
    }),
};

pub(super) static ALL_BUT: Preset = Preset {
    name: "all-but",
    parameter: Some(Parameter { example: "AhrefsBot", ..TOKEN }),
    title: "One crawler may fetch nothing, all others everything",
    about: "You can name several tokens, separated by commas.",
    sources: &[INTRODUCTION],
    recipe: Recipe::Function(|request| {
        let mut choices = each(request, &Instruction::Block)?;
        choices.push(everyone(Instruction::Allow, request));
        Ok(choices)
    }),
};

pub(super) static ONLY_SEARCH_ENGINES: Preset = Preset {
    name: "only-search-engines",
    parameter: None,
    title: "Search engines may fetch everything, all others nothing",
    about: "Search engines are the crawlers whose first purpose in the catalogue is search, except \
            those that also train models, gather data sets or serve SEO tools. Link previews in \
            messengers, feed readers, monitors and Google's crawlers for ads are blocked.",
    sources: &[INTRODUCTION, SPECIAL],
    recipe: Recipe::Function(|request| {
        let crawlers = request.catalogue.crawlers();
        let is_engine = |crawler: &&Crawler| {
            crawler.purposes().first() == Some(&Purpose::Search)
                && !trains(crawler, request.catalogue)
                && ![Purpose::Dataset, Purpose::Seo].iter().any(|other| crawler.is_for(*other))
        };
        let tokens = crawlers.iter().filter(is_engine).map(|crawler| crawler.token().into());
        let audience = Audience::List { name: "search engines".into(), tokens: tokens.collect() };
        let engines =
            Choice::new(audience, Instruction::Allow, request.source).with_reason("Search engines");
        Ok(vec![everyone(Instruction::Block, request), engines])
    }),
};

pub(super) static ONLY_ADSENSE: Preset = Preset {
    name: "only-adsense",
    parameter: None,
    title: "Google AdSense may fetch everything, all others nothing",
    about: "Mediapartners-Google may fetch pages to choose ads for them; no other crawler may \
            fetch anything.",
    sources: &[INTRODUCTION, SPECIAL],
    recipe: Recipe::Function(|request| {
        let audience = Audience::Token { token: "Mediapartners-Google".into() };
        let adsense =
            Choice::new(audience, Instruction::Allow, request.source).with_reason("AdSense");
        Ok(vec![everyone(Instruction::Block, request), adsense])
    }),
};

fn everyone(instruction: Instruction, request: &Request<'_>) -> Choice {
    Choice::new(Audience::Everyone, instruction, request.source)
}

/// An instruction for each token of the value.
fn each(request: &Request<'_>, instruction: &Instruction) -> Result<Vec<Choice>, Error> {
    let one = |token: &str| match token.parse()? {
        audience @ Audience::Token { .. } => {
            Ok(Choice::new(audience, instruction.clone(), request.source))
        }
        other => Err(Error::value(
            Input::Token,
            token,
            format!("{other} is not one crawler; write a product token"),
        )),
    };
    request.value.split(',').map(one).collect()
}
