# Thin aliases; `just` alone lists them.

_default:
    @just --list

# Everything that must hold before a change lands.
test *filter:
    scripts/test {{filter}}

# Quick look while working.
check:
    cargo fmt --all
    cargo clippy --workspace --all-targets -- -D warnings

# Rewrite the expectations of scenarios and generated files; read the diff.
update:
    UPDATE_EXPECT=1 cargo test --workspace
