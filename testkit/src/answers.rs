//! Whether two files give the same answers: what a fix and the formatter must
//! hold.

use maycrawl::{Agent, Robots, UrlPath, dialect::Preset, terms::Terms};

/// The first answer that differs between two files, in any preset: a verdict or
/// a preference for one of these agents on one of these paths, what such an
/// agent is told beside its rules, or what everyone is told.
///
/// ```
/// use maycrawl::Agent;
/// use testkit::answers::difference;
///
/// let agents = [Agent::token("MyBot")];
/// let find = |after| difference(b"User-agent: *\nDisallow: /a", after, &agents, &["/a", "/b"]);
/// assert_eq!(find(b"User-agent:*\nDisallow:/a"), None);
/// assert!(find(b"User-agent: *\nDisallow: /b").is_some());
/// ```
pub fn difference<P: AsRef<[u8]>>(
    before: &[u8],
    after: &[u8],
    agents: &[Agent],
    paths: &[P],
) -> Option<String> {
    Preset::ALL.iter().find_map(|Preset { name, dialect, .. }| {
        let (old, new) = (Robots::parse(before, dialect), Robots::parse(after, dialect));
        let mut of_agents = agents.iter().map(|agent| {
            let differs = of_agent(&old, &new, agent, paths)?;
            Some(format!("{differs} for {agent:?}"))
        });
        let differs = of_everyone(&old, &new).or_else(|| of_agents.find_map(|differs| differs))?;
        Some(format!("{differs} in {name}"))
    })
}

/// What the files tell everyone.
fn of_everyone(old: &Robots, new: &Robots) -> Option<String> {
    let told = [
        ("the sitemaps differ", once(old.sitemaps().value) == once(new.sitemaps().value)),
        ("the licences differ", once(old.licenses().value) == once(new.licenses().value)),
    ];
    first_different(&told)
}

fn of_agent<P: AsRef<[u8]>>(
    old: &Robots,
    new: &Robots,
    agent: &Agent,
    paths: &[P],
) -> Option<String> {
    let (told, tells) = (old.terms(agent), new.terms(agent));
    let (was, is) = (old.rules(agent), new.rules(agent));
    let on_path = |path: &P| {
        let path = UrlPath::parse(path, old.dialect());
        let usage = |terms: &Terms| terms.content_usage(&path).value;
        let answers = [
            ("the verdict differs", was.check(&path).is_allowed() == is.check(&path).is_allowed()),
            ("Content-Usage differs", usage(&told) == usage(&tells)),
        ];
        Some(format!("{} on {path:?}", first_different(&answers)?))
    };
    of_terms(&told, &tells).or_else(|| paths.iter().find_map(on_path))
}

/// What the files tell an agent beside its rules, whatever the path.
fn of_terms(told: &Terms, tells: &Terms) -> Option<String> {
    first_different(&[
        ("the crawl delay differs", told.crawl_delay().value == tells.crawl_delay().value),
        ("the request rate differs", told.request_rate().value == tells.request_rate().value),
        (
            "the visit times differ",
            once(told.visit_times().value) == once(tells.visit_times().value),
        ),
        ("Content-Signal differs", told.content_signal().value == tells.content_signal().value),
    ])
}

/// The first of several comparisons that came out unequal.
fn first_different(compared: &[(&str, bool)]) -> Option<String> {
    let (what, _) = compared.iter().find(|(_, is_same)| !is_same)?;
    Some((*what).to_owned())
}

/// What is told, once each: telling it again tells nothing.
fn once<T: PartialEq>(told: Option<Vec<T>>) -> Vec<T> {
    let mut distinct = Vec::new();
    for one in told.unwrap_or_default() {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}
