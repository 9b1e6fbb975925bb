-- Who is calling. The auth_* tables are better-auth's (server/identity/auth-tables.ts names their columns; a test
-- compares the two); everything else here is ours alone.

create table auth_user (
	id uuid primary key default gen_random_uuid(),
	name text not null,
	email text not null unique,
	email_verified boolean not null,
	image text,
	-- All that is kept of the date of birth.
	birth_year integer,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

-- `token` is the SHA-256 of what the cookie or the app holds: this table signs nobody in.
create table auth_session (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth_user (id) on delete cascade,
	token text not null unique,
	expires_at timestamptz not null,
	ip_address text,
	user_agent text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null
);

create index auth_session_user_id on auth_session (user_id);
create index auth_session_expires_at on auth_session (expires_at);

-- A person at a provider is known by provider and subject, never by e-mail address.
create table auth_account (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth_user (id) on delete cascade,
	provider_id text not null,
	account_id text not null,
	password text,
	access_token text,
	access_token_expires_at timestamptz,
	refresh_token text,
	refresh_token_expires_at timestamptz,
	id_token text,
	scope text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null,
	unique (provider_id, account_id)
);

create index auth_account_user_id on auth_account (user_id);

create table auth_verification (
	id uuid primary key default gen_random_uuid(),
	identifier text not null,
	value text not null,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

create index auth_verification_identifier on auth_verification (identifier);

-- Signing keys of access tokens. The private half is encrypted with AUTH_SECRET.
create table auth_jwks (
	id uuid primary key default gen_random_uuid(),
	public_key text not null,
	private_key text not null,
	alg text,
	crv text,
	created_at timestamptz not null,
	expires_at timestamptz
);

-- The user record. `uid` is auth_user's id, without a foreign key: the record outlives the account as its tombstone.
create table users (
	uid uuid primary key,
	role text,
	avatar_url text,
	roblox_username text check (roblox_username = lower(roblox_username)),
	platform_user_id bigint,
	last_access timestamptz,
	banned_at timestamptz,
	ban_reason text,
	paused_reason text,
	-- When the app first asked for the record with createUser, which says `created` once.
	created_by_call_at timestamptz,
	created_at timestamptz not null,
	check ((banned_at is null) = (ban_reason is null))
) with (fillfactor = 80);

create index users_role on users (role) where role is not null;

-- One account here for one account on the game platform. The key spans users, so this table is not spread by uid.
create table linked_game_accounts (
	platform_user_id bigint primary key,
	uid uuid not null unique,
	roblox_username text not null check (roblox_username = lower(roblox_username)),
	linked_at timestamptz not null
);

-- One-time secrets of the way from the app to the browser: `address` is the code in the address, `sign-in` what it is
-- exchanged for. Found by the hash alone, before anybody is known, so this table is not spread by uid either.
create table web_session_codes (
	code_hash bytea primary key,
	uid uuid not null,
	purpose text not null check (purpose in ('address', 'sign-in')),
	expires_at timestamptz not null
);

create index web_session_codes_uid on web_session_codes (uid);

-- Counters of the last minutes. Losing them in a crash harms nobody, so they are not written ahead.
create unlogged table rate_limits (
	key text primary key,
	count integer not null,
	window_ends_at timestamptz not null
);
