# Installs Debian packages by name when what they bring is missing. Sourced by the scripts beside it.

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "error: '$*' needs root; maybe run as root or install sudo" >&2
        return 1
    fi
}

# need_packages PACKAGE:WITNESS ...: a witness is a command or an absolute path that the package brings.
need_packages() {
    local missing=() entry package witness
    for entry in "$@"; do
        package=${entry%%:*}
        witness=${entry#*:}
        case $witness in
        /*) [ -e "$witness" ] || missing+=("$package") ;;
        *) command -v "$witness" >/dev/null || missing+=("$package") ;;
        esac
    done
    if [ "${#missing[@]}" -eq 0 ]; then
        echo "nothing to install"
        return
    fi
    echo "installing: ${missing[*]}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}
