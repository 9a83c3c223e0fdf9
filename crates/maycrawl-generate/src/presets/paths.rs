//! Presets for parts of a site.

use maycrawl::robots::RuleKind;

use crate::choice::{Audience, Choice, Instruction, PathRule};
use crate::error::{Error, Input};
use crate::preset::{Parameter, Preset, Recipe, Request, rule};

const INTRODUCTION: &str =
    "https://developers.google.com/search/docs/crawling-indexing/robots/create-robots-txt";
const FACETS: &str = "https://developers.google.com/search/docs/crawling-indexing/crawling-managing-faceted-navigation";
const WILDCARDS: &str = "https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3";
const NOT_SAFE: &str = "https://www.rfc-editor.org/rfc/rfc9309.html#section-3";

pub(super) static DIRECTORIES: Preset = Preset {
    name: "directories",
    parameter: Some(Parameter { name: "/DIR/,…", default: None, example: "/calendar/,/junk/" }),
    title: "No crawler may fetch anything in these folders",
    about: "Each folder ends in a slash, which is added if you leave it out: /shop/ does not block \
            /shopping.",
    sources: &[INTRODUCTION, NOT_SAFE],
    recipe: Recipe::Function(|request| paths(request, folder)),
};

pub(super) static PAGE: Preset = Preset {
    name: "page",
    parameter: Some(Parameter { name: "/PAGE,…", default: None, example: "/private_file.html" }),
    title: "No crawler may fetch these pages",
    about: "Write the address as the browser shows it, without the host. Only this exact address \
            is blocked; the same address with a query stays allowed.",
    sources: &[INTRODUCTION],
    recipe: Recipe::Function(|request| {
        paths(request, |path| format!("{}$", path.trim_end_matches('$')))
    }),
};

pub(super) static FILE_TYPE: Preset = Preset {
    name: "file-type",
    parameter: Some(Parameter { name: "TYPE,…", default: None, example: "pdf" }),
    title: "No crawler may fetch files of these types",
    about: "Blocks addresses that end in .pdf, for example. With a query after .pdf, an address \
            ends differently and stays allowed.",
    sources: &[INTRODUCTION, WILDCARDS],
    recipe: Recipe::Function(|request| {
        list(request, |kind| {
            let kind = kind.trim_start_matches(['*', '.']).trim_end_matches('$');
            let is_one = kind.chars().all(|char| char.is_ascii_alphanumeric() || char == '.');
            if !is_one || kind.is_empty() {
                return Err(wrong(request, "is not a file extension; write one such as pdf"));
            }
            Ok(vec![format!("/*.{kind}$")])
        })
    }),
};

pub(super) static PARAMETERS: Preset = Preset {
    name: "parameters",
    parameter: None,
    title: "No crawler may fetch URLs with a query",
    about: "Blocks all URLs with a query: filters and sessions, but also pages that need a \
            parameter, and styles and scripts with a version. Check your URLs first; \
            parameter=NAME blocks single parameters.",
    sources: &[FACETS],
    recipe: Recipe::Rules { disallow: &["/*?"], allow: &[] },
};

pub(super) static PARAMETER: Preset = Preset {
    name: "parameter",
    parameter: Some(Parameter { name: "NAME,…", default: None, example: "sort,color" }),
    title: "No crawler may fetch URLs with these parameters",
    about: "For parameters that filter or sort lists (faceted navigation), anywhere in the query. \
            Writes two rules for each parameter: one after ? and one after &.",
    sources: &[FACETS, WILDCARDS],
    recipe: Recipe::Function(|request| {
        list(request, |name| {
            let name = name.trim_start_matches(['?', '&']).trim_end_matches('=');
            if name.is_empty() || name.contains(['?', '&', '=', '/', '*', '$']) {
                return Err(wrong(
                    request,
                    "is not the name of a parameter; write one such as sort",
                ));
            }
            Ok(vec![format!("/*?{name}="), format!("/*&{name}=")])
        })
    }),
};

pub(super) static INTERNAL_SEARCH: Preset = Preset {
    name: "internal-search",
    parameter: Some(Parameter { name: "/PATH", default: Some("/search"), example: "/search" }),
    title: "No crawler may fetch the results of the site's own search",
    about: "Blocks the path itself, everything below it, and its queries, but not \
            /search-engine-news, which only begins the same way.",
    sources: &[FACETS],
    recipe: Recipe::Function(|request| {
        list(request, |path| {
            PathRule::new(RuleKind::Disallow, path)?;
            // A search that is a parameter, as /?s= is WordPress's.
            if path.contains('?') {
                return Ok(vec![path.into()]);
            }
            let path = path.trim_end_matches(['/', '$', '*']);
            if path.is_empty() {
                return Err(wrong(request, "is the whole site; write the path of the search"));
            }
            Ok(vec![format!("{path}$"), format!("{path}/"), format!("{path}?")])
        })
    }),
};

pub(super) static ADMIN: Preset = Preset {
    name: "admin",
    parameter: Some(Parameter { name: "/DIR/", default: Some("/admin/"), example: "/admin/" }),
    title: "No crawler may fetch the admin pages",
    about: "Anyone can read the file, and with it the path of the admin pages. The rule saves \
            requests but hides nothing; protect private pages with a password.",
    sources: &[NOT_SAFE],
    recipe: Recipe::Function(|request| paths(request, folder)),
};

pub(super) static ACCOUNTS: Preset = Preset {
    name: "accounts",
    parameter: None,
    title: "No crawler may fetch login, account, cart and checkout pages",
    about: "Blocks the usual paths at the root of the site: /login, /account/, /cart and \
            /checkout. If your pages have other paths, use the preset directories.",
    sources: &[NOT_SAFE],
    recipe: Recipe::Rules {
        disallow: &[
            "/login",
            "/account/",
            "/cart$",
            "/cart/",
            "/cart?",
            "/checkout$",
            "/checkout/",
            "/checkout?",
        ],
        allow: &[],
    },
};

pub(super) static PRINT_AND_FEEDS: Preset = Preset {
    name: "print-and-feeds",
    parameter: None,
    title: "No crawler may fetch print, feed and AMP versions of pages",
    about: "Blocks folders called print, feed or amp at any depth. Search engines read feeds to \
            find new pages, and AMP pages to show them: remove the rules for what they should \
            find.",
    sources: &[WILDCARDS],
    recipe: Recipe::Rules {
        disallow: &["/print/", "/*/print/", "/feed/", "/*/feed/", "/amp/", "/*/amp/"],
        allow: &[],
    },
};

pub(super) static IMAGE: Preset = Preset {
    name: "image",
    parameter: Some(Parameter { name: "/IMAGE,…", default: None, example: "/images/dogs.jpg" }),
    title: "Google Images may not show these images",
    about: "For Googlebot-Image only. Google removes images that are already in its index the next \
            time this crawler visits.",
    sources: &[INTRODUCTION],
    recipe: Recipe::Function(|request| {
        let audience = Audience::Token { token: "Googlebot-Image".into() };
        let one = |path: &str| {
            let instruction = Instruction::disallow(path)?;
            Ok(Choice::new(audience.clone(), instruction, request.source))
        };
        request.value.split(',').map(one).collect()
    }),
};

pub(super) static IMAGES: Preset = Preset {
    name: "images",
    parameter: Some(Parameter {
        name: "TOKEN",
        default: Some("Googlebot-Image"),
        example: "Googlebot-Image",
    }),
    title: "One image crawler may fetch nothing",
    about: "Blocks Googlebot-Image, unless you name another crawler. Search engines can still find \
            the pages.",
    sources: &[INTRODUCTION],
    recipe: Recipe::Function(|request| {
        Ok(vec![Choice::new(request.value.parse()?, Instruction::Block, request.source)])
    }),
};

/// A folder, with the slash that ends it.
fn folder(path: &str) -> String {
    if path.ends_with(['/', '*', '$']) { path.into() } else { format!("{path}/") }
}

/// A rule for each path of the value.
fn paths(request: &Request<'_>, form: fn(&str) -> String) -> Result<Vec<Choice>, Error> {
    list(request, |path| {
        // An error shows the path as it was given.
        PathRule::new(RuleKind::Disallow, path)?;
        Ok(vec![form(path)])
    })
}

/// Rules for each part of the value.
fn list(
    request: &Request<'_>,
    paths: impl Fn(&str) -> Result<Vec<String>, Error>,
) -> Result<Vec<Choice>, Error> {
    let mut choices = Vec::new();
    for part in request.value.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        for path in paths(part)? {
            choices.push(rule(RuleKind::Disallow, &path, request.source)?);
        }
    }
    Ok(choices)
}

fn wrong(request: &Request<'_>, problem: &str) -> Error {
    Error::value(Input::Preset, request.value, format!("{:?} {problem}", request.value))
}
