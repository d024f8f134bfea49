#!/bin/sh
# Migrates the database as the role that owns it, and lets the site's role use it: steps 3 and 5 of ops/install.md.
set -eu
cd /opt/praktika
exec runuser -u praktika_owner -- env "$(grep '^DATABASE_URL=' /etc/praktika.env)" \
  'DATABASE_OWNER_URL=postgres://praktika_owner@localhost/praktika?host=/var/run/postgresql' \
  node_modules/node/bin/node server/migrate-database.ts
