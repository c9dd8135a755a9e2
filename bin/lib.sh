# Sourced by the scripts beside it, which set `root` first. Plain POSIX shell: it runs on every call.

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# Prints path $1 as it is seen from every folder.
absolute() {
    case $1 in
    /*) echo "$1" ;;
    *) echo "$PWD/$1" ;;
    esac
}

# The feature release of the JDK in folder $1, or nothing.
jdk_release() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
    while IFS='=' read -r key value; do
        [ "$key" = JAVA_VERSION ] || continue
        value=${value#\"}
        value=${value%%[!0-9]*}
        echo "$value"
        return 0
    done <"$1/release"
}

# Follows symbolic links from file $1 to the real one, where `readlink -f` may be missing.
resolve_links() {
    link_path=$1
    while [ -L "$link_path" ]; do
        link_target=$(readlink "$link_path")
        case $link_target in
        /*) link_path=$link_target ;;
        *) link_path=$(dirname "$link_path")/$link_target ;;
        esac
    done
    echo "$link_path"
}

# Prints the home of a Java 25 or newer: JAVA_HOME, then the PATH, then the oldest that will do in the usual folders.
find_java_home() {
    if [ -n "${JAVA_HOME:-}" ]; then
        release=$(jdk_release "$JAVA_HOME")
        if [ "${release:-0}" -ge 25 ]; then
            absolute "$JAVA_HOME"
            return 0
        fi
    fi
    if on_path=$(command -v javac); then
        on_path=$(resolve_links "$on_path")
        on_path=${on_path%/bin/javac}
        release=$(jdk_release "$on_path")
        if [ "${release:-0}" -ge 25 ]; then
            echo "$on_path"
            return 0
        fi
    fi
    best=
    best_release=1000
    for home in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-/root}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        "${HOME:-/root}"/.sdkman/candidates/java/* "${HOME:-/root}"/.jdks/*; do
        release=$(jdk_release "$home")
        if [ "${release:-0}" -ge 25 ] && [ "$release" -lt "$best_release" ]; then
            best=$home
            best_release=$release
        fi
    done
    [ -n "$best" ] || return 1
    echo "$best"
}

# Sets and exports JAVA_HOME, or says what to install.
require_java() {
    JAVA_HOME=$(find_java_home) || fail "Java 25 or newer (a JDK) is needed and none was found in JAVA_HOME, on the PATH or in the usual folders." \
        "Install Temurin 25 (Debian: temurin-25-jdk, macOS: brew install temurin@25, SDKMAN: sdk install java 25-tem, or https://adoptium.net) and set JAVA_HOME to it."
    export JAVA_HOME
}

require_maven() {
    command -v mvn >/dev/null 2>&1 || fail "Maven 3.8.6 or newer is needed to build and mvn is not on the PATH. Install it (Debian: apt-get install maven, macOS: brew install maven, or https://maven.apache.org)."
}

# Runs a command while holding the lock file $1, so that concurrent first calls build once.
with_lock() {
    lock=$1
    shift
    if command -v flock >/dev/null 2>&1; then
        (
            flock 9
            "$@" 9>&-
        ) 9>"$lock"
        return
    fi
    until mkdir "$lock.dir" 2>/dev/null; do
        owner=$(cat "$lock.dir/pid" 2>/dev/null || echo)
        if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
            rm -rf "$lock.dir"
        else
            sleep 1
        fi
    done
    echo $$ >"$lock.dir/pid"
    if ("$@"); then lock_status=0; else lock_status=$?; fi
    rm -rf "$lock.dir"
    return "$lock_status"
}
