-- When a closed order was last compared with the vendor's word for it. Null: not yet, or worth another look.
alter table withdrawals add column reconciled_at timestamptz;

create index withdrawals_to_reconcile on withdrawals (updated_at)
	where state in ('completed', 'failed') and attempts > 0 and reconciled_at is null;

-- Where our books and a vendor's differ. A person decides what it means; nothing here moves money.
create table payout_reviews (
	id bigint generated always as identity primary key,
	vendor text not null,
	order_id text not null,
	uid uuid,
	kind text not null check (kind in ('refunded-but-paid', 'paid-but-not', 'differs', 'not-ours')),
	details jsonb not null,
	found_at timestamptz not null,
	resolved_at timestamptz,
	resolved_by uuid,
	note text,
	unique (order_id, kind),
	check ((resolved_at is null) = (resolved_by is null))
);
