-- The books. Amounts are whole hundredths of R$. Accounts are written `wallet` and `pending` (of the row's uid),
-- `partner:<wall>`, `payouts:held`, `payouts:paid`, `house:promotions`, `house:adjustments`, `house:forfeited`.

-- One row a user: the running balances that every check needs, locked while money moves. Room is left in each page so
-- that an update stays in place and touches no index.
create table wallets (
	uid uuid primary key,
	balance bigint not null default 0,
	pending bigint not null default 0,
	earned bigint not null default 0,
	withdrawn bigint not null default 0,
	closed_at timestamptz
) with (fillfactor = 70);

-- Append-only: the application may insert and read, nothing else (db/grants.sql). A transfer names both sides and a
-- positive amount, so it balances by construction. The reference is the business fact; it can be booked once.
create table transfers (
	uid uuid not null,
	id bigint generated always as identity,
	at timestamptz not null,
	amount bigint not null check (amount > 0),
	kind text not null,
	debit text not null,
	credit text not null,
	reference text not null,
	primary key (uid, id),
	unique (uid, reference),
	check (debit <> credit)
);

-- Ranges of time are read for closed intervals only; BRIN costs almost nothing to keep on rows that arrive in order.
create index transfers_at on transfers using brin (at) with (pages_per_range = 32);

-- Totals of the accounts that everybody shares. Each write adds a row and never waits for another writer; a job folds
-- the rows of a closed interval into one. 15 minutes, because every time zone's midnight falls on such a boundary.
create table account_buckets (
	account text not null,
	starts_at timestamptz not null,
	debited bigint not null,
	credited bigint not null
);

create index account_buckets_account on account_buckets (account, starts_at) include (debited, credited);
