//! The registry of rules: a file each, declared and listed here.

use crate::rule::Rule;

mod access_denied;
mod access_partial;
mod access_redirects;
mod access_server_error;
mod agent_control_token;
mod agent_cut_short;
mod agent_empty;
mod agent_fallback;
mod agent_full_header;
mod agent_ignores_global;
mod agent_invented;
mod agent_list;
mod agent_misspelt;
mod agent_obeys_nothing;
mod agent_repeated;
mod agent_retired;
mod agent_search_and_training;
mod agent_search_engine_blocked;
mod agent_unknown;
mod agent_version;
mod agent_wildcard;
mod delay_ignored;
mod delay_invalid;
mod delay_long;
mod delay_repeated;
mod delay_zero;
mod directive_clean_param;
mod directive_dead;
mod directive_host;
mod directive_invalid;
mod directive_outside_group;
mod encoding_binary;
mod encoding_broken_mark;
mod encoding_byte_order_mark;
mod encoding_control_character;
mod encoding_invisible_character;
mod encoding_line_ends;
mod encoding_look_alike;
mod encoding_not_utf8;
mod encoding_utf16;
mod group_blank_line;
mod group_blocks_everything;
mod group_blocks_nearly_everything;
mod group_drops_allow;
mod group_drops_global_rules;
mod group_falls_through;
mod group_frees_crawler;
mod group_repeated;
mod group_rule_before_agent;
mod group_without_rules;
mod path_absolute_url;
mod path_backslash;
mod path_bad_percent;
mod path_blocks_assets;
mod path_blocks_robots_txt;
mod path_blocks_site_files;
mod path_case;
mod path_discloses;
mod path_dollar_inside;
mod path_dot_segment;
mod path_list;
mod path_needless_percent;
mod path_needless_star;
mod path_never_matches;
mod path_no_leading_slash;
mod path_not_ascii;
mod path_parameter_order;
mod path_percent_case;
mod path_prefix_trap;
mod path_query_everything;
mod path_regex;
mod path_space;
mod path_star_only;
mod rule_allow_without_disallow;
mod rule_conflict;
mod rule_empty_allow;
mod rule_empty_disallow;
mod rule_engines_disagree;
mod rule_order_dependent;
mod rule_overruled;
mod rule_redundant;
mod rule_repeated;
mod rule_too_long;
mod rule_too_many;
mod signal_contradiction;
mod signal_invalid;
mod signal_license_invalid;
mod signal_repeated;
mod signal_usage_invalid;
mod signal_vocabulary;
mod sitemap_blocked;
mod sitemap_hosts;
mod sitemap_list;
mod sitemap_missing;
mod sitemap_not_absolute;
mod sitemap_repeated;
mod sitemap_scheme;
mod sitemap_wildcard;
mod syntax_bare_url;
mod syntax_commented_rule;
mod syntax_error_body;
mod syntax_extra_colon;
mod syntax_foreign_comment;
mod syntax_hash_in_value;
mod syntax_html;
mod syntax_html_entity;
mod syntax_junk_before_field;
mod syntax_line_too_long;
mod syntax_markdown;
mod syntax_markup;
mod syntax_missing_colon;
mod syntax_misspelt_field;
mod syntax_no_directive;
mod syntax_nothing_said;
mod syntax_placeholder;
mod syntax_quotes;
mod syntax_space_before_colon;
mod syntax_too_large;
mod syntax_two_directives;
mod syntax_unknown_field;
mod syntax_unused_ignore;
mod syntax_wrong_comment;

/// Every rule, by group.
pub static RULES: &[&Rule] = &[
    &encoding_binary::RULE,
    &encoding_broken_mark::RULE,
    &encoding_byte_order_mark::RULE,
    &encoding_control_character::RULE,
    &encoding_invisible_character::RULE,
    &encoding_line_ends::RULE,
    &encoding_look_alike::RULE,
    &encoding_not_utf8::RULE,
    &encoding_utf16::RULE,
    &syntax_bare_url::RULE,
    &syntax_commented_rule::RULE,
    &syntax_error_body::RULE,
    &syntax_extra_colon::RULE,
    &syntax_foreign_comment::RULE,
    &syntax_hash_in_value::RULE,
    &syntax_html::RULE,
    &syntax_html_entity::RULE,
    &syntax_junk_before_field::RULE,
    &syntax_line_too_long::RULE,
    &syntax_markdown::RULE,
    &syntax_markup::RULE,
    &syntax_missing_colon::RULE,
    &syntax_misspelt_field::RULE,
    &syntax_no_directive::RULE,
    &syntax_nothing_said::RULE,
    &syntax_placeholder::RULE,
    &syntax_quotes::RULE,
    &syntax_space_before_colon::RULE,
    &syntax_too_large::RULE,
    &syntax_two_directives::RULE,
    &syntax_unknown_field::RULE,
    &syntax_unused_ignore::RULE,
    &syntax_wrong_comment::RULE,
    &group_blank_line::RULE,
    &group_blocks_everything::RULE,
    &group_blocks_nearly_everything::RULE,
    &group_frees_crawler::RULE,
    &group_drops_allow::RULE,
    &group_drops_global_rules::RULE,
    &group_falls_through::RULE,
    &group_repeated::RULE,
    &group_rule_before_agent::RULE,
    &group_without_rules::RULE,
    &agent_control_token::RULE,
    &agent_cut_short::RULE,
    &agent_empty::RULE,
    &agent_fallback::RULE,
    &agent_full_header::RULE,
    &agent_ignores_global::RULE,
    &agent_invented::RULE,
    &agent_list::RULE,
    &agent_misspelt::RULE,
    &agent_obeys_nothing::RULE,
    &agent_repeated::RULE,
    &agent_retired::RULE,
    &agent_search_and_training::RULE,
    &agent_search_engine_blocked::RULE,
    &agent_unknown::RULE,
    &agent_version::RULE,
    &agent_wildcard::RULE,
    &path_absolute_url::RULE,
    &path_backslash::RULE,
    &path_bad_percent::RULE,
    &path_blocks_assets::RULE,
    &path_blocks_robots_txt::RULE,
    &path_blocks_site_files::RULE,
    &path_case::RULE,
    &path_discloses::RULE,
    &path_dollar_inside::RULE,
    &path_dot_segment::RULE,
    &path_needless_percent::RULE,
    &path_needless_star::RULE,
    &path_list::RULE,
    &path_never_matches::RULE,
    &path_no_leading_slash::RULE,
    &path_not_ascii::RULE,
    &path_parameter_order::RULE,
    &path_percent_case::RULE,
    &path_prefix_trap::RULE,
    &path_query_everything::RULE,
    &path_regex::RULE,
    &path_space::RULE,
    &path_star_only::RULE,
    &rule_allow_without_disallow::RULE,
    &rule_conflict::RULE,
    &rule_empty_allow::RULE,
    &rule_empty_disallow::RULE,
    &rule_engines_disagree::RULE,
    &rule_order_dependent::RULE,
    &rule_overruled::RULE,
    &rule_redundant::RULE,
    &rule_repeated::RULE,
    &rule_too_long::RULE,
    &rule_too_many::RULE,
    &delay_ignored::RULE,
    &delay_invalid::RULE,
    &delay_long::RULE,
    &delay_repeated::RULE,
    &delay_zero::RULE,
    &directive_clean_param::RULE,
    &directive_dead::RULE,
    &directive_host::RULE,
    &directive_invalid::RULE,
    &directive_outside_group::RULE,
    &signal_contradiction::RULE,
    &signal_invalid::RULE,
    &signal_license_invalid::RULE,
    &signal_repeated::RULE,
    &signal_usage_invalid::RULE,
    &signal_vocabulary::RULE,
    &sitemap_blocked::RULE,
    &sitemap_list::RULE,
    &sitemap_missing::RULE,
    &sitemap_hosts::RULE,
    &sitemap_not_absolute::RULE,
    &sitemap_repeated::RULE,
    &sitemap_scheme::RULE,
    &sitemap_wildcard::RULE,
    &access_denied::RULE,
    &access_partial::RULE,
    &access_redirects::RULE,
    &access_server_error::RULE,
];

#[cfg(test)]
mod tests;
