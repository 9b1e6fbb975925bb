-- A bonus is money outside an offer; the reason is why the partner took something back. `signed_text` and `signed_cut` are
-- hashes of what a partner signed without separators and of how it was cut into fields: the same text cut in two ways is
-- one callback passed off as another. All null, and then free, where they do not apply.
alter table offers
	add column is_bonus boolean,
	add column reason text,
	add column signed_text bigint,
	add column signed_cut bigint;

-- By the hash alone: it is nearly unique by itself, and the uid would double each entry.
create index offers_signed_text on offers (signed_text) where signed_text is not null;

-- Credits that are shown but not spendable yet. The row is the promise; the transfer in the books is the money.
create table held_credits (
	uid uuid not null,
	-- The transfer that holds it.
	hold_id bigint not null,
	wall text not null,
	transaction_id text not null,
	-- Null: when the partner decides.
	release_at timestamptz,
	-- How it ended: released to the wallet, taken back, or followed by the credit that the partner approved.
	outcome text check (outcome in ('released', 'cancelled', 'approved')),
	primary key (uid, hold_id)
);

create index held_credits_due on held_credits (release_at) where outcome is null;

-- Whose a transaction is, for partners that do not sign the user: one transaction id for two users is refused. The key
-- spans users, so this table is not spread by uid.
create table wall_transactions (
	wall text not null,
	transaction_id text not null,
	uid uuid not null,
	primary key (wall, transaction_id)
);

-- Credits that partners took back, each once. An admin's unban forgives what was counted so far.
create table chargebacks (
	uid uuid not null,
	-- The transfer that took it back.
	transfer_id bigint not null,
	at timestamptz not null,
	forgiven_at timestamptz,
	primary key (uid, transfer_id)
);

-- What an operator changes while the product runs. One row.
create table offerwall_settings (
	name text primary key check (name = 'offerwalls'),
	chargebacks_to_ban integer not null check (chargebacks_to_ban between 1 and 100),
	-- Withdrawals pause while more than this share of a user's last completions is taken back. Null: never.
	pause_above_percent integer check (pause_above_percent between 0 and 99),
	pause_window integer not null check (pause_window between 10 and 500),
	-- Credits above this many hundredths of R$ are held back, whatever their wall. Null: none.
	hold_above bigint check (hold_above >= 0),
	hold_above_hours integer not null check (hold_above_hours between 1 and 8760)
);

insert into offerwall_settings values ('offerwalls', 3, null, 50, null, 72);

create index users_paused on users (paused_reason) where paused_reason is not null;

-- Who did what to whom and why: written with the deed, never changed.
create table audit_entries (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	-- An admin's uid, or `system`.
	actor text not null,
	action text not null,
	uid uuid,
	details jsonb not null
);

create index audit_entries_uid on audit_entries (uid, id);
