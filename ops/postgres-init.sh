#!/bin/sh
# PostgreSQL's image runs this once, on an empty volume: the site's role owns its database and is no superuser.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$SITE_DATABASE_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'END'
create role praktika login password :'password';
create database praktika owner praktika template template0 encoding 'UTF8' locale 'C.UTF-8';
revoke all on database praktika from public;
END
# over the network with TLS alone; it is read again at the restart that follows
sed -i 's/^host  *all  *all  *all /hostssl all all all /' "$PGDATA/pg_hba.conf"
grep -q '^hostssl all all all ' "$PGDATA/pg_hba.conf"
