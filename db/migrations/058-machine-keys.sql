-- Keys of programs that read the site. They belong to the site.
create table machine_keys (
	id uuid primary key,
	name text not null,
	-- SHA-256. The key is random, so a fast hash suffices.
	hash bytea not null unique,
	permissions text[] not null,
	personal_data boolean not null,
	-- IP addresses and ranges. Empty: any address.
	addresses text[] not null,
	created_by uuid not null,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	revoked_at timestamptz,
	last_used_at timestamptz,
	last_address text
);

create index machine_keys_creator on machine_keys (created_by);

-- Sealed secrets of approved proposals, until the admin who asked reads them.
create table untaken_secrets (
	proposal uuid primary key,
	asked_by uuid not null,
	-- The key or endpoint.
	id uuid not null,
	sealed text not null,
	at timestamptz not null
);
