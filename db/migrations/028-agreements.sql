-- Which texts of terms and privacy policy people have agreed to. A text is kept as it was, by the hash of it: what somebody
-- agreed to can be read after it has changed.

create table legal_texts (
	version text primary key check (version ~ '^[0-9a-f]{64}$'),
	document text not null check (document in ('terms', 'privacy')),
	language text not null,
	text jsonb not null,
	-- When somebody first agreed to it.
	first_at timestamptz not null
);

create table agreements (
	uid uuid not null references auth_user (id) on delete cascade,
	version text not null references legal_texts (version),
	at timestamptz not null,
	primary key (uid, version)
);
