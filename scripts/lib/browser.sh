# Makes ready what the browser tests need. Sourced by the scripts beside it.

# ready_browser [PROGRAM]: Node.js, Chromium, the modules of testkit/browser, and which program is meant.
ready_browser() {
    need_packages nodejs:node npm:npm chromium:chromium
    REGIMEN_BIN=$(realpath -m "${1:-${CARGO_TARGET_DIR:-target}/debug/regimen}")
    if [ ! -x "$REGIMEN_BIN" ]; then
        echo "error: there is no program $REGIMEN_BIN; maybe run 'cargo build --package regimen' first" >&2
        return 1
    fi
    export REGIMEN_BIN
    export REGIMEN_TEST_CHROMIUM="${REGIMEN_TEST_CHROMIUM:-$(command -v chromium)}"
    CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")
    export CARGO_TARGET_DIR
    # Chromium is a package of the system: nothing else is to be downloaded.
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --prefix testkit/browser --no-audit --no-fund --loglevel=error >/dev/null
}
