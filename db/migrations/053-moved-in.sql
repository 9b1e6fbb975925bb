-- Accounts that were imported from another site. Money in hundredths of R$: all that was booked, and what is still held of it.
create table imported_accounts (
	uid uuid primary key,
	project text not null,
	booked bigint not null default 0 check (booked >= 0),
	held bigint not null default 0 check (held >= 0),
	transfers integer not null default 0,
	-- Spendable money that the source no longer has, for a person to decide.
	missing bigint not null default 0,
	-- Address and digest of the account as last imported, until it is deleted.
	email text,
	digest text,
	-- After the final import the account changes only here.
	final_at timestamptz
);

create index imported_accounts_project on imported_accounts (project);

-- History of before the move. It is not part of the books.
create table imported_history (
	uid uuid not null,
	-- Collection and document.
	id text not null,
	key uuid not null default gen_random_uuid(),
	kind text not null check (kind in ('reward', 'withdrawal')),
	at timestamptz not null,
	amount bigint not null,
	-- The offer, or the number of the order.
	name text,
	source text,
	transaction_id text,
	status text,
	refunded boolean not null default false,
	primary key (uid, id)
);

create index imported_history_order on imported_history (uid, kind, at desc, key desc);

-- One signed report for each import. Reports name no accounts.
create table imports (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	project text not null,
	report jsonb not null
);
