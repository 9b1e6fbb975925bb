-- Promo codes. What a code has given is counted under the lock of its row, so that a code of one use is used once.
create table promo_codes (
	-- Capital letters, digits and dashes.
	code text primary key,
	-- Hundredths of R$ for each use.
	amount bigint not null check (amount > 0),
	uses_max integer not null check (uses_max between 1 and 1000000),
	per_user integer not null check (per_user between 1 and 100),
	uses integer not null default 0 check (uses between 0 and uses_max),
	starts_at timestamptz not null,
	-- Null: until it is used up or closed.
	ends_at timestamptz check (ends_at > starts_at),
	closed_at timestamptz,
	created_at timestamptz not null,
	created_by uuid not null
);

create index promo_codes_created on promo_codes (created_at desc, code desc);

-- Who used which code when; the money is the transfer. Device and network are kept for the manual ban of those who use a
-- code through several accounts, and go with the account.
create table promo_redemptions (
	uid uuid not null,
	code text not null,
	-- The user's first, second ... use of this code.
	use integer not null check (use > 0),
	at timestamptz not null,
	transfer_id bigint not null,
	user_agent text,
	network text,
	primary key (uid, code, use)
);

create index promo_redemptions_code on promo_redemptions (code, at desc, uid, use);
