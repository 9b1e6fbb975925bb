-- Prefix searches, in byte order whatever the collation.

create index auth_user_email_begins on auth_user (email text_pattern_ops);
create index auth_user_name_begins on auth_user (lower(name) text_pattern_ops);
create index linked_game_accounts_begins on linked_game_accounts (roblox_username text_pattern_ops);

drop index if exists withdrawals_order;
create index withdrawals_order on withdrawals (order_id text_pattern_ops);
drop index if exists claims_reference;
create index claims_reference on claims (reference text_pattern_ops);
drop index if exists sign_in_places_address;
create index sign_in_places_address on sign_in_places (address text_pattern_ops);

-- Hash of the transaction's name up to its first slash.
create function transaction_in(reference text) returns bigint
	language sql immutable strict parallel safe
as $$
	select case when starts_with(reference, 'offer/') then hashtextextended(split_part(reference, '/', 3), 0) end
$$;

-- BRIN, because a b-tree would double the cost of a credit.
create index transfers_transaction on transfers using brin (
	transaction_in(reference) int8_bloom_ops (n_distinct_per_range = 2000, false_positive_rate = 0.001)
) with (pages_per_range = 32, autosummarize = on);
