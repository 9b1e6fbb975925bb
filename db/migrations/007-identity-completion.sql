-- Age check after a first sign-in through a provider, second factor, links in mails, delays after failed sign-ins.

-- Everybody so far told their date of birth or was made by the operator. Whoever comes later is unknown until they do.
alter table auth_user add column age_known boolean not null default true;
alter table auth_user alter column age_known set default false;
alter table auth_user add column two_factor_enabled boolean default false;

alter table auth_session add column last_used_at timestamptz;
-- Whether a one-time password was given in this session. Signing in by Google or from the app never asks for one.
alter table auth_session add column second_factor boolean not null default false;

-- `secret` and `backup_codes` are encrypted with AUTH_SECRET.
create table auth_two_factor (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null unique references auth_user (id) on delete cascade,
	secret text not null,
	backup_codes text not null,
	verified boolean default true,
	failed_verification_count integer default 0,
	locked_until timestamptz
);

-- better-auth looks a secret up by itself; the index is its wish.
create index auth_two_factor_secret on auth_two_factor (secret);

-- One-time secrets of links in mails. Found by the hash alone, before anybody is known, so not spread by uid. An expired
-- one stays for a while, so that its owner can be told that it has expired.
create table action_codes (
	code_hash bytea primary key,
	uid uuid not null references auth_user (id) on delete cascade,
	purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password')),
	-- The address that the link was sent to.
	email text not null,
	expires_at timestamptz not null
);

create index action_codes_uid on action_codes (uid);

-- Failed sign-ins of the last minutes. Losing them in a crash harms nobody, so they are not written ahead.
create unlogged table sign_in_attempts (
	key text primary key,
	count integer not null,
	window_ends_at timestamptz not null,
	-- Before this, nothing is tried.
	next_at timestamptz not null
);
