#!/bin/sh
# Makes the certificates of the test servers again (openssl 3). They are for tests only: the private keys are
# public, nothing outside this repository may trust the authority, and the authority's own key is thrown away.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

from=20200101000000Z
until=20491231235959Z

cat > "$work/ca.cnf" <<CONF
[ca]
default_ca = museum
[museum]
dir = $work
database = $work/index.txt
serial = $work/serial
new_certs_dir = $work
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
organizationName = optional
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
authorityKeyIdentifier = keyid
CONF
: > "$work/index.txt"
echo 01 > "$work/serial"

key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1"; }

# request KEY OUT NAME [SUBJECT-ALT-NAMES]
request() {
  openssl req -new -key "$1" -out "$2" -subj "/O=Waypost museum (TEST ONLY)/CN=$3" ${4:+-addext "subjectAltName=$4"}
}

# sign REQUEST OUT EXTENSIONS FROM UNTIL [-selfsign]
sign() {
  openssl ca -batch -notext -config "$work/ca.cnf" -in "$1" -out "$2" -extensions "$3" -startdate "$4" -enddate "$5" \
    -cert authority.pem -keyfile "${6:-$work/authority.key}" ${7:-} 2> /dev/null
}

key "$work/authority.key"
request "$work/authority.key" "$work/authority.csr" 'Museum test authority'
sign "$work/authority.csr" authority.pem authority "$from" "$until" "$work/authority.key" -selfsign

key server.key
names='DNS:localhost,DNS:museum.test,DNS:*.museum.test,DNS:gopher.waypost.example.org,IP:127.0.0.1,IP:::1'
request server.key "$work/server.csr" localhost "$names"
sign "$work/server.csr" trusted.pem server "$from" "$until"
sign "$work/server.csr" expired.pem server "$from" 20210101000000Z
request server.key "$work/elsewhere.csr" elsewhere.test 'DNS:elsewhere.test'
sign "$work/elsewhere.csr" wrong-name.pem server "$from" "$until"
sign "$work/server.csr" self-signed.pem server "$from" "$until" server.key -selfsign
