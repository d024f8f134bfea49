#!/bin/sh
# Runs a program of the site as its service would: as its user, with its variables and secrets, by its own Node.
#   sh ops/run.sh server/doctor/doctor.ts
# It has the service's own /tmp, where the embedded database listens, and not that of the machine: what a program writes
# there, such as a copy of the site, would be found by nobody.
set -eu
for argument; do
  case $argument in
    /tmp/* | /var/tmp/*)
      echo "$argument: у сайта своя временная папка, а не ваша. Укажите другую, например /var/backups/praktika." >&2
      exit 1
      ;;
  esac
done
set -- /opt/praktika/node_modules/node/bin/node "$@"
for secret in /etc/praktika.secrets/*; do
  [ ! -e "$secret" ] || set -- "--property=LoadCredentialEncrypted=$(basename "$secret"):$secret" "$@"
done
exec systemd-run --quiet --pipe --wait --collect --uid=praktika --gid=praktika --working-directory=/opt/praktika \
  --property=JoinsNamespaceOf=praktika.service --property=PrivateTmp=yes \
  --property=UMask=0077 --property=EnvironmentFile=/etc/praktika.env --setenv=DATA_DIR=/var/lib/praktika "$@"
