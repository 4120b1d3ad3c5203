#!/bin/sh
# Installs the servers that the tests in this folder talk to, on Debian, as root. None of them is started, and those
# whose packages exclude each other are only unpacked, into $SERVERS.
set -eu

SERVERS="${SERVERS:-/var/tmp/waypost-servers}"
INSTALLED="curl libxml2-utils openssl socat gophernicus pygopherd vsftpd python3-pyftpdlib python3-openssl"
# An editor that fills the screen, and the reference client for 3270.
INSTALLED="$INSTALLED nano s3270"
# Clients of the built server.
INSTALLED="$INSTALLED lynx w3m wget lftp"
# A client for Z39.50 of 1995, which a WAIS server must refuse.
INSTALLED="$INSTALLED yaz"
# A telnet server that hides passwords as talkers and games do.
INSTALLED="$INSTALLED python3-twisted"
# What runs the recipes of the page for site owners.
INSTALLED="$INSTALLED nginx-light libnginx-mod-stream php-cli"
# What makes s3270 from its source.
INSTALLED="$INSTALLED gcc libc6-dev make"
# A client for finger, which the server of finger calls too.
INSTALLED="$INSTALLED finger"
# What the unpacked ones are linked with.
INSTALLED="$INSTALLED libcanlock3 libdb5.3 libperl5.36 libpython3.11 libsasl2-2 openssl"
INSTALLED="$INSTALLED libhiredis0.14 libmemcached11 libmemcachedutil2 libpcre2-posix3 libsodium23"
INSTALLED="$INSTALLED libkrb5-3 libk5crypto3 libcom-err2 libssl3 libmaa4"
UNPACKED="inn2 inn2-inews proftpd-core proftpd-mod-crypto pure-ftpd pure-ftpd-common"
UNPACKED="$UNPACKED hercules inetutils-telnetd telnetd-ssl fingerd"
# A server of a game.
UNPACKED="$UNPACKED tinymux"
# A server of dictionaries with two of them, and a client.
UNPACKED="$UNPACKED dictd dict-elements dict-devil dict"
# Both have an in.rlogind, so each gets a folder of its own.
APART="rsh-redone-server rsh-server"
# The telnet server of another game, from npm.
RANVIER="ranvier-telnet@1.0.3"
# Its source has recordings of hosts, and its s3270 has functions that the one of Debian 12 lacks.
X3270="ibm-3270 of trixie"

installed() { dpkg-query -W "$@" >/dev/null 2>&1; }
# shellcheck disable=SC2086 # lists of words
if installed $INSTALLED && [ "$(cat "$SERVERS/unpacked" 2>/dev/null)" = "$UNPACKED $APART $X3270 $RANVIER" ]; then exit 0; fi

# Packages start their daemons unless this refuses (deb-systemd-invoke, policy-rc.d).
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
  trap 'rm -f "$policy"' EXIT
fi

export DEBIAN_FRONTEND=noninteractive
apt-get update
# shellcheck disable=SC2086
apt-get install -y --no-install-recommends $INSTALLED

mkdir -p "$SERVERS"
cd "$SERVERS"
# shellcheck disable=SC2086
apt-get download $UNPACKED
apt-get download $APART
for package in $UNPACKED; do dpkg -x "$package"_*.deb .; done
for package in $APART; do
  mkdir -p "apart/$package"
  dpkg -x "$package"_*.deb "apart/$package"
done
rm -f ./*.deb
npm install --prefix npm --no-audit --no-fund --silent "$RANVIER"

# The source of a newer release, with lists of its own: nothing else may come from there.
lists="$(mktemp -d)"
mkdir -p "$lists/lists/partial"
site="$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Created-By: Packages' | head -n 1)"
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $site trixie main" >"$lists/sources.list"
trixie() {
  apt-get -o Dir::Etc::SourceList="$lists/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$lists/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
    -o APT::Sandbox::User=root "$@"
}
trixie update
trixie source --download-only --tar-only ibm-3270
rm -rf suite3270*
tar -xzf ibm-3270_*.orig.tar.gz
rm -rf "$lists" ibm-3270_*
mv suite3270* suite3270
(cd suite3270 && ./configure --enable-s3270 --disable-tls && make s3270) >suite3270.log 2>&1
mv suite3270/obj/*/s3270/s3270 suite3270/s3270-4.3
rm -rf suite3270/obj
echo "$UNPACKED $APART $X3270 $RANVIER" >unpacked
