-- What somebody who works here types is looked up by how it begins. Letter by letter, whatever language the database sorts by;
-- where there was an index for the whole of it, this one serves both.

create index auth_user_email_begins on auth_user (email text_pattern_ops);
create index auth_user_name_begins on auth_user (lower(name) text_pattern_ops);
create index linked_game_accounts_begins on linked_game_accounts (roblox_username text_pattern_ops);

drop index withdrawals_order;
create index withdrawals_order on withdrawals (order_id text_pattern_ops);
drop index claims_reference;
create index claims_reference on claims (reference text_pattern_ops);
drop index sign_in_places_address;
create index sign_in_places_address on sign_in_places (address text_pattern_ops);

-- `offer/<wall>/<transaction>/<what>`: hash of the partner's own name of what it paid for, up to its first slash.
create function transaction_in(reference text) returns bigint
	language sql immutable strict parallel safe
as $$
	select case when starts_with(reference, 'offer/') then hashtextextended(split_part(reference, '/', 3), 0) end
$$;

-- Asked for a few times a day, and written with every credit: what a range of blocks may contain costs a credit nothing, where
-- an entry of its own would cost it as much as the one that keeps it from being booked twice.
create index transfers_transaction on transfers using brin (
	transaction_in(reference) int8_bloom_ops (n_distinct_per_range = 2000, false_positive_rate = 0.001)
) with (pages_per_range = 32, autosummarize = on);
