-- A credit is one row. What it was for stood in a table of its own, whose key and row head cost more than what they held;
-- now it stands with the money. The books stay append-only: of these columns only names and reasons may be erased, when
-- their user goes.
--
-- A reference is unique through a 64-bit hash of it: half of an index entry that carries the text, for every credit. The
-- text beside it tells a replay from two references that share a hash. The hash is the one
-- that PostgreSQL's own hash partitions rest on, so it stays the same from version to version.
create table booked_transfers (
	uid uuid not null,
	id bigint generated always as identity,
	at timestamptz not null,
	amount bigint not null constraint transfers_amount_check check (amount > 0),
	-- What the partner owes us for it, in millionths of $; negative: what it takes back. Null: not of a partner.
	payout_micros bigint,
	-- Hash of what a reversal points back with, where that is not the transaction id.
	link bigint,
	-- Hashes of what a partner signed without separators, and of how it was cut into fields.
	signed_text bigint,
	signed_cut bigint,
	is_bonus boolean,
	kind text not null,
	debit text not null,
	credit text not null,
	reference text not null,
	offer_id text,
	offer_name text,
	-- Why it was taken back.
	reason text,
	constraint transfers_check check (debit <> credit)
);

insert into booked_transfers (uid, id, at, amount, payout_micros, link, signed_text, signed_cut, is_bonus, kind, debit,
	credit, reference, offer_id, offer_name, reason)
overriding system value
select t.uid, t.id, t.at, t.amount, o.payout_micros, o.link, o.signed_text, o.signed_cut, o.is_bonus, t.kind, t.debit,
	t.credit, t.reference, o.offer_id, o.offer_name, o.reason
from transfers t left join offers o on o.uid = t.uid and o.transfer_id = t.id
order by t.id;

drop table offers;
drop table transfers;
alter table booked_transfers rename to transfers;
alter sequence booked_transfers_id_seq rename to transfers_id_seq;
select setval('transfers_id_seq', (select coalesce(max(id), 0) + 1 from transfers), false);

-- A person's history, at any depth.
alter table transfers add constraint transfers_pkey primary key (uid, id);
create unique index transfers_reference on transfers (uid, hashtextextended(reference, 0));
-- Only walls whose partners need them pay for these two. The second by the hash alone: it is nearly unique by itself.
create index transfers_link on transfers (uid, link) where link is not null;
create index transfers_signed_text on transfers (signed_text) where signed_text is not null;
create index transfers_at on transfers using brin (at) with (pages_per_range = 32, autosummarize = on);

-- Whose a transaction is, by a hash: the text stands in the books.
alter table wall_transactions rename to named_wall_transactions;
create table wall_transactions (
	transaction uuid primary key,
	uid uuid not null
);
insert into wall_transactions (transaction, uid)
select md5(wall || '/' || transaction_id)::uuid, uid from named_wall_transactions;
drop table named_wall_transactions;
