#!/bin/sh
# Makes the site's bucket, and a user who owns this bucket and may use nothing else of the storage; a repetition changes only
# what was changed in compose.env. Versity Gateway is asked by its own `admin` commands.
set -eu
names() { versitygw admin "$1" | awk '{ print $1 }'; }
if names list-users | grep -qx praktika; then
  versitygw admin update-user --access praktika --secret "$STORAGE_PASSWORD"
else
  versitygw admin create-user --access praktika --secret "$STORAGE_PASSWORD" --role user
fi
names list-buckets | grep -qx praktika || versitygw admin create-bucket --bucket praktika --owner praktika
