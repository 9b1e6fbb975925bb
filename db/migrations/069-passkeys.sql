create table passkeys (
	-- The ID of the credential, base64url.
	id text primary key,
	uid uuid not null references auth_user (id) on delete cascade,
	public_key bytea not null,
	-- Uses, if the authenticator counts them.
	counter bigint not null,
	name text not null,
	created_at timestamptz not null,
	last_used_at timestamptz
);

create index passkeys_uid on passkeys (uid);
