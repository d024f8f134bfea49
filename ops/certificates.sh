#!/bin/sh
# Certificates for the database and the storage on the network of the containers, signed by an authority of this set-up
# alone, whose key is deleted at once. Valid for ten years; a repetition changes nothing. New ones: stop everything, delete
# the three volumes (authority, database-certificate, storage-certificate), start again.
set -eu
root=${1:-}
authority=$root/authority
[ ! -e "$authority/ca.pem" ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
key() {
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"
}
key "$work/ca.key"
openssl req -x509 -new -key "$work/ca.key" -days 3650 -subj '/CN=Praktika' -out "$work/ca.pem"

# name of the service, then the names that it expects for its certificate and its key
issue() {
  folder=$root/$1-certificate
  key "$folder/$3"
  openssl req -new -key "$folder/$3" -subj "/CN=$1" -out "$work/$1.csr"
  printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth\n' "$1" > "$work/$1.ext"
  openssl x509 -req -in "$work/$1.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -CAcreateserial -days 3650 \
    -extfile "$work/$1.ext" -out "$folder/$2"
  chmod 0600 "$folder/$3"
}
issue database certificate.pem key.pem
issue storage public.crt private.key
# PostgreSQL takes a key of its own user alone: postgres of its image
[ "$(id -u)" != 0 ] || chown 999:999 "$root/database-certificate/key.pem"

# last: without it the next start makes everything again
install -m 0644 "$work/ca.pem" "$authority/ca.pem"
