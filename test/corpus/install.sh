#!/bin/sh
# Installs the programs that read markups for the judge of `npm run corpus`, on Debian, as root.
set -eu

PROGRAMS="asciidoctor emacs-nox gettext latexml mandoc pandoc python3-docutils texinfo"

# shellcheck disable=SC2086 # a list of words
if dpkg-query -W $PROGRAMS >/dev/null 2>&1; then exit 0; fi
export DEBIAN_FRONTEND=noninteractive
apt-get update
# shellcheck disable=SC2086
apt-get install -y --no-install-recommends $PROGRAMS
