#!/bin/sh
# Creates the two roles of docs/operations.md: the owner of the tables, and the role that serves requests.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --dbname lootpass \
	--set app="$APP_PASSWORD" --set owner="$OWNER_PASSWORD" <<-'END'
	create role lootpass_owner login createrole password :'owner';
	create role lootpass_server login password :'app';
	alter database lootpass owner to lootpass_owner;
	alter schema public owner to lootpass_owner;
END
