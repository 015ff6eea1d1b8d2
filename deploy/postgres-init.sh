#!/bin/sh
# Run by the image of PostgreSQL in an empty data folder. The role of the service owns its database, and is no superuser:
# row-level security, which keeps organizations apart, does not bind one.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --set password="$PLATEN_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE platen LOGIN PASSWORD :'password';
CREATE DATABASE platen OWNER platen;
-- The image has given its superuser the same password. From now on it is let in by the socket of its container only.
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
