#!/usr/bin/env bash
# Makes the Debian packages lanewise and lanewise-fleet for amd64 in artifacts/debs. The executables, manual pages and
# completions come from tools/make-archives.sh. The script needs dpkg-deb, but no root permissions. The same input produces
# the same bytes.
#
# The maintainer in the packages is $DEBFULLNAME <$DEBEMAIL>. LANEWISE_DEB_COMPRESSION="-Zgzip -z1" makes larger packages in less
# time.
set -euo pipefail
cd "$(dirname "$0")/.."
from=artifacts/archives/lanewise
out=artifacts/debs
[ -x "$from/bin/lanewise-fleet" ] || { echo "$from has no programs; run tools/make-archives.sh first." >&2; exit 1; }
version=$(tools/version)-1
maintainer="${DEBFULLNAME:-Lanewise contributors} <${DEBEMAIL:-maintainers@lanewise.invalid}>"
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
rm -rf "$out"
mkdir -p "$out"

# depends FILE...: prints the libc6 version that the executables need, which depends on the newest symbol that they use.
depends() {
    local newest
    newest=$(objdump -T "$@" | grep -oE 'GLIBC_[0-9.]+' | cut -d_ -f2 | sort -uV | tail -n 1)
    echo "libc6 (>= $newest)"
}

# package NAME SHORT LONG OTHERS: LONG contains a line for each line of the description.
package() {
    local name=$1 short=$2 long=$3 others=$4 root=$out/root share doc build
    share=$root/usr/share doc=$root/usr/share/doc/$1
    rm -rf "$root"
    mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/lib/lanewise" "$share/man/man1" "$share/bash-completion/completions" \
        "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d" "$doc" "$share/lintian/overrides"
    cp "$from/bin/$name" "$root/usr/bin/"
    for build in "$from"/lib/lanewise/v*; do
        mkdir "$root/usr/lib/lanewise/${build##*/}"
        cp "$build/$name" "$root/usr/lib/lanewise/${build##*/}/"
        # lanewise-fleet searches its own directory for these files.
        [ "$name" = lanewise ] || ln -s ../libe_sqlite3.so "$root/usr/lib/lanewise/${build##*/}/"
    done
    [ "$name" = lanewise ] || strip --strip-unneeded -o "$root/usr/lib/lanewise/libe_sqlite3.so" "$from/lib/lanewise/libe_sqlite3.so"
    cp "$from/share/bash-completion/completions/$name" "$share/bash-completion/completions/"
    cp "$from/share/zsh/site-functions/_$name" "$share/zsh/vendor-completions/"
    cp "$from/share/fish/vendor_completions.d/$name.fish" "$share/fish/vendor_completions.d/"
    gzip -9nc "$from/share/man/man1/$name.1" >"$share/man/man1/$name.1.gz"
    gzip -9nc CHANGELOG.md >"$doc/changelog.gz"
    printf 'lanewise (%s) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' "$version" "$maintainer" \
        "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.Debian.gz"
    if [ "$name" = lanewise ]; then sed '/^@FLEET@$/d' tools/debian/copyright
    else sed -e '/^@FLEET@$/{r tools/debian/copyright.fleet
        d}' tools/debian/copyright; fi >"$doc/copyright"
    # The packages do not close a Debian bug report, because nobody has asked Debian to include them.
    printf '%s: initial-upload-closes-no-bugs\n' "$name" >"$share/lintian/overrides/$name"
    # The linked parts of .NET do not use Debian's own libraries.
    printf '%s: embedded-library *\n' "$name" >>"$share/lintian/overrides/$name"
    {
        printf 'Package: %s\nSource: lanewise\nVersion: %s\nArchitecture: amd64\nMaintainer: %s\nInstalled-Size: %s\n' \
            "$name" "$version" "$maintainer" "$(du -k -s --apparent-size "$root/usr" | cut -f1)"
        printf 'Depends: %s\n%s\nSection: utils\nPriority: optional\nDescription: %s\n' \
            "$(depends "$root"/usr/lib/lanewise/v*/"$name")" "$others" "$short"
        printf '%s\n' "$long" | sed 's/^$/./; s/^/ /'
    } >"$root/DEBIAN/control"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    chmod -R u=rwX,go=rX "$root"
    find "$root/usr" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group ${LANEWISE_DEB_COMPRESSION:--Zxz} -b "$root" "$out/${name}_${version}_amd64.deb" >/dev/null
    rm -rf "$root"
}

package lanewise 'compute and verify checksums at full SIMD width' "\
lanewise computes and verifies checksums of files: MD5, SHA-1, SHA-2, SHA-3,
BLAKE2, BLAKE3, Skein, KangarooTwelve and others. It reads and writes the
lists of md5sum, sha256sum, b2sum and b3sum, audits directories, resumes long
runs, and computes the ETags of S3 uploads. It hashes many small files at
once, one in each SIMD lane.

The package has a build for x86-64-v2, -v3 (AVX2) or -v4 (AVX-512), or for
several of them, and starts the one for the processor." 'Recommends: libssl3 | libssl3t64
Suggests: lanewise-fleet'
package lanewise-fleet 'audit files and objects by many machines' "\
lanewise-fleet lists the files of an archive or the objects of an S3 store,
hashes them with any number of processes and machines, and compares the
digests with a list or the last audit. The catalogue is a file of SQLite, or
PostgreSQL; RabbitMQ may distribute the work.

'lanewise fleet' of the package lanewise starts this program." 'Recommends: ca-certificates, lanewise, libssl3 | libssl3t64'
ls -l "$out"/*.deb
