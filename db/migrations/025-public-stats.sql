-- What the home page shows to everybody, kept so that it is read fast at any size.

-- Offers whose reward reached a wallet, for each day (UTC): `offers` of them before `until`. A job brings it forward every
-- minute (server/home/count-offers.ts); what came since is counted from the transfers themselves.
create table offer_days (
	day timestamptz primary key,
	offers bigint not null,
	until timestamptz not null
);

-- The newest payouts, from the index alone. An order that is completed does not change its moment any more.
create index withdrawals_completed on withdrawals (updated_at desc) include (roblox_username, amount)
	where state = 'completed' and roblox_username is not null;
