# Sourced by tandem and bench: builds a module on first use and when its sources changed, then runs it.
#
# A build lies in a folder of its own, target/launcher/MODULE/app.N: the jars of this repository, the class path and an
# ahead-of-time cache that more than halves the start. A call that already runs keeps the folder that it started from.

: "${root:?}"

jvm_options='--enable-native-access=ALL-UNNAMED -XX:+DisplayVMOutputToStderr -Xlog:disable -Xlog:all=error,aot*=off,cds*=off:stderr'

# True when the current build of module $1 misses a jar or is older than a source. Sets `current` and `classpath`.
build_is_stale() {
    current=
    [ -r "$builds/$1/current" ] && read -r current <"$builds/$1/current"
    [ -n "$current" ] && [ -r "$current/classpath" ] && read -r classpath <"$current/classpath" || return 0
    old_ifs=$IFS
    IFS=:
    for jar in $classpath; do
        [ -e "$jar" ] || { IFS=$old_ifs && return 0; }
    done
    IFS=$old_ifs
    [ -n "$(find "$root/pom.xml" "$root/.mvn" "$root"/*/pom.xml "$root"/*/src/main "$root"/*/src/build -newer "$current/started" -print 2>/dev/null | head -n 1)" ]
}

# Lets the JVM keep its signal handlers where drivers install their own, as PoCL does. Only JDKs of Linux have this library.
preload_libjsig() {
    library=$JAVA_HOME/lib/libjsig.so
    case $library in
    *[:\ ]*) ;; # the linker would take it for several
    *) [ ! -e "$library" ] || export LD_PRELOAD="$library${LD_PRELOAD:+:$LD_PRELOAD}" ;;
    esac
}

# What the JVM takes from its environment: a cache that is the same from every folder, and an encoding of arguments and
# file names that has more than ASCII, which the JVM would damage: in the C locale, and in one that is not installed.
set_environment() {
    if [ -n "${TANDEM_CACHE:-}" ]; then
        TANDEM_CACHE=$(absolute "$TANDEM_CACHE")
        export TANDEM_CACHE
    fi
    case $(locale charmap 2>/dev/null || true) in
    '' | ANSI_X3* | US-ASCII) export LC_ALL=C.UTF-8 ;;
    esac
}

build() {
    module=$1
    main=$2
    build_is_stale "$module" || return 0 # another call built meanwhile
    require_maven
    echo "$(basename "$0"): building $module (the first time Maven may download its dependencies for some minutes) ..." >&2
    number=1
    while [ -e "$builds/$module/app.$number" ]; do number=$((number + 1)); done
    next=$builds/$module/app.$number
    mkdir -p "$next"
    : >"$next/started"
    if ! (cd "$root" && mvn -B -q -ntp -Dtandem.launcher -Dtandem.target=target/launcher -Dmaven.test.skip=true \
        -pl "$module" -am package) >"$builds/$module/build.log" 2>&1 </dev/null; then
        rm -rf "$next"
        sed -n -e '/\[Help 1\]/q' -e '/ERROR/p' "$builds/$module/build.log" | head -n 20 >&2
        fail "the build failed; all of its output is in $builds/$module/build.log"
    fi
    collect_jars "$module" "$next" || fail "the built jars could not be copied to $next"
    read -r classpath <"$next/classpath"
    preload_libjsig
    # shellcheck disable=SC2086
    (cd "$root" && "$JAVA_HOME/bin/java" $jvm_options ${command_options:-} -XX:AOTCacheOutput="$next/app.aot" \
        -cp "$classpath" "$main" ${warm_up:-}) >"$next/warm-up.log" 2>&1 </dev/null || rm -f "$next/app.aot"
    echo "$next" >"$builds/$module/current.new"
    mv "$builds/$module/current.new" "$builds/$module/current"
    for old in "$builds/$module"/app.*; do
        [ "$old" = "$next" ] || [ "$old" = "${current:-}" ] || rm -rf "$old"
    done
}

# Copies this repository's jars into folder $2 and writes the class path there.
collect_jars() {
    read -r dependencies <"$root/$1/target/launcher/runtime-classpath.txt" || [ -n "$dependencies" ]
    dependencies=$(echo "$root/$1"/target/launcher/tandem-*.jar):$dependencies
    collected=
    old_ifs=$IFS
    IFS=:
    for jar in $dependencies; do
        case $jar in
        "$root"/*)
            cp -p "$jar" "$2/" || return 1
            jar=$2/${jar##*/}
            ;;
        esac
        collected=$collected:$jar
    done
    IFS=$old_ifs
    echo "${collected#:}" >"$2/classpath"
}

launch() {
    module=$1
    main=$2
    shift 2
    builds=$root/target/launcher
    require_java
    set_environment
    if build_is_stale "$module"; then
        # In a shell of its own, because a special command that cannot write ends the shell.
        (mkdir -p "$builds/$module" && : >"$builds/lock") 2>/dev/null ||
            fail "it has to be built first and $builds cannot be written. Call it once as a user who may write there."
        with_lock "$builds/lock" build "$module" "$main" || exit 1
        build_is_stale "$module" || true # reads the new class path; a source edited meanwhile waits for the next call
    fi
    cache=
    [ -e "$current/app.aot" ] && cache=-XX:AOTCache=$current/app.aot
    preload_libjsig
    # shellcheck disable=SC2086
    exec "$JAVA_HOME/bin/java" $jvm_options ${command_options:-} ${cache:+"$cache"} ${TANDEM_JAVA_OPTIONS:-} -cp "$classpath" "$main" "$@"
}
