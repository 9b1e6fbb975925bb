-- Ids that other systems use for a user. Deleting the account replaces the id by a keyed digest.
create table external_ids (
	id text primary key check (id !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and length(id) between 1 and 128),
	-- `firebase/` and the project, for example.
	source text not null,
	uid uuid not null,
	is_digest boolean not null default false,
	-- ID tokens of an earlier sign-in are refused.
	valid_since timestamptz
);

create index external_ids_uid on external_ids (uid);

create table imported_passwords (
	uid uuid primary key references auth_user (id) on delete cascade,
	sealed text not null,
	imported_at timestamptz not null
);

create index imported_passwords_age on imported_passwords (imported_at);

-- Such a session never has staff permissions or a second factor; its hand-offs inherit this.
alter table auth_session add column from_id_token boolean not null default false;
