-- What happened to each order on its way: attempts, the vendor's answers, callbacks, what admins did. Evidence for a person
-- who has to decide; the payout path never reads it. Details name nobody, and go with the account all the same.
create table payout_events (
	uid uuid not null,
	withdrawal_id uuid not null,
	id bigint generated always as identity,
	at timestamptz not null,
	kind text not null,
	details jsonb not null,
	-- The same again right after it is counted here, so that a week of "still open" is one row.
	times integer not null default 1,
	last_at timestamptz not null,
	primary key (uid, withdrawal_id, id)
);

-- When the vendor was last asked to try an order again that it had ended: until that has settled, what it says of the order
-- may be of before.
alter table withdrawals add column resent_at timestamptz;

-- Why nothing new is sent.
alter table vendor_health add column reason text not null default 'unclear';

-- New orders by vendor: those that must wait for theirs are not even looked at, however many wait.
drop index withdrawals_due;
create index withdrawals_due_new on withdrawals (vendor, next_ask_at) where state = 'requested';
create index withdrawals_due_open on withdrawals (next_ask_at) where state in ('sending', 'unknown', 'needs-review');

-- The admin's queue. By state first, so that it is of no use to a user's own history, which has an index of its own.
create index withdrawals_queue on withdrawals (state, created_at desc, id desc);
