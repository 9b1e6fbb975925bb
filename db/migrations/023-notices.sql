-- What a person is told: one row for each thing that happened to them, written in the transaction of the fact itself.
create table notices (
	uid uuid not null,
	id bigint generated always as identity,
	kind text not null check (kind in
		('withdrawal-paid', 'withdrawal-refunded', 'credit-held', 'paused', 'resumed', 'banned', 'unbanned', 'message')),
	-- What the sentence needs beside its kind: amounts in R$, times in ms since the epoch.
	data jsonb not null,
	-- The fact that is told once, however often somebody tries to: `withdrawal/<id>/end`.
	reference text,
	created_at timestamptz not null default now(),
	read_at timestamptz,
	primary key (uid, id)
);

create unique index notices_reference on notices (uid, reference) where reference is not null;
create index notices_unread on notices (uid) where read_at is null;
-- For what is too old to keep.
create index notices_created on notices (created_at);
