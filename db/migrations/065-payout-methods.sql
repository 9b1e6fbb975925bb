-- Payout methods besides the game pass. The price is US cents of card value per 1,000 R$, the minimum whole R$.
create table payout_methods (
	method text primary key,
	is_on boolean not null default false,
	cents_per_thousand integer check (cents_per_thousand > 0),
	amount_min integer check (amount_min > 0),
	changed_at timestamptz not null,
	check (not is_on or (cents_per_thousand, amount_min) is not null)
);
insert into payout_methods (method, changed_at) values ('gift-card', now());

-- Each code pays one withdrawal. The sealed text is erased with the account; the keyed digest still refuses the code.
create table payout_codes (
	id uuid primary key,
	cents integer not null check (cents > 0),
	digest bytea not null unique,
	sealed text,
	added_by uuid not null,
	added_at timestamptz not null,
	uid uuid,
	withdrawal_id uuid unique,
	salt bytea,
	hash bytea,
	check ((uid is null) = (withdrawal_id is null)),
	check (withdrawal_id is not null or sealed is not null)
);
create index payout_codes_free on payout_codes (cents, added_at, id) where withdrawal_id is null;
create index payout_codes_user on payout_codes (uid) where uid is not null;

alter table withdrawals add column method text not null default 'game-pass';
alter table withdrawals drop constraint if exists withdrawals_check;
alter table withdrawals add constraint withdrawals_check check (state in ('completed', 'failed') or
	(next_ask_at is not null and (method <> 'game-pass' or
		(roblox_username, platform_user_id, place_id, universe_id, pass_id) is not null)));
alter table manual_payouts add column method text not null default 'game-pass';
