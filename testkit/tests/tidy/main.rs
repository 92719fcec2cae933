//! Tidy tests: they read the whole project as text and keep its layout, layers and specification honest.
//!
//! Every check is a pure function from a list of files to a list of findings, so that each one is tested
//! on small made-up projects beside it. Here they run on the real one.

mod architecture;
mod coverage;
mod dependencies;
mod deploy;
mod expected;
mod layering;
mod links;
mod reasons;
mod rust;
mod shape;
mod spec;
mod tree;
mod web;

use coverage::Coverage;

#[track_caller]
fn expect_none(findings: Vec<String>) {
    assert!(findings.is_empty(), "findings: {}\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn every_rule_is_defined_once_and_only_known_rules_are_named() {
    expect_none(spec::check(tree::project()));
}

#[test]
fn gl_3_every_reason_code_is_given_by_code_and_by_a_test() {
    expect_none(reasons::check(tree::project()));
}

#[test]
fn gl_4_what_laws_expect_has_words_in_both_languages() {
    expect_none(expected::check(tree::project()));
}

#[test]
fn templates_name_only_texts_icons_and_files_that_are_there() {
    expect_none(web::check(tree::project()));
}

#[test]
fn every_built_rule_is_named_by_code_and_by_a_test() {
    expect_none(Coverage::of(tree::project()).missing());
}

#[test]
fn the_coverage_page_is_up_to_date() {
    let page = tree::root().join(spec::COVERAGE);
    testkit::expect_file(page, &Coverage::of(tree::project()).page());
}

#[test]
fn the_code_map_names_every_member_and_folder() {
    expect_none(architecture::check(tree::project()));
}

#[test]
fn the_surfaces_do_not_name_the_store() {
    expect_none(layering::check(tree::project()));
}

#[test]
fn crates_depend_only_on_what_their_layer_may_know() {
    expect_none(dependencies::check(tree::project()));
}

#[test]
fn every_rust_file_has_the_common_shape() {
    expect_none(shape::check(tree::project()));
}

#[test]
fn relative_links_point_to_existing_files() {
    expect_none(links::check(tree::project()));
}

#[test]
fn a_14_what_operators_are_given_names_what_there_is() {
    expect_none(deploy::check(tree::project()));
}
