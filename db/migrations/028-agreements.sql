-- Accepted texts, by hash.

create table legal_texts (
	version text primary key check (version ~ '^[0-9a-f]{64}$'),
	document text not null check (document in ('terms', 'privacy')),
	language text not null,
	text jsonb not null,
	first_at timestamptz not null
);

create table agreements (
	uid uuid not null references auth_user (id) on delete cascade,
	version text not null references legal_texts (version),
	at timestamptz not null,
	primary key (uid, version)
);
