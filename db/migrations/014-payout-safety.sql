-- What keeps a mistake, ours or the vendor's, from costing more than an operator allows. Orders that may not be sent wait
-- as `requested`, with their money held.
alter table payout_settings
	-- Hundredths of R$ that may be sent in a clock hour and in a day of UTC. Null: no limit.
	add column hour_cap bigint check (hour_cap >= 0),
	add column day_cap bigint check (day_cap >= 0),
	-- Below these an alert is raised: whole $ at the vendor, whole R$ in its stock. Null: never.
	add column balance_alert_usd integer check (balance_alert_usd >= 0),
	add column stock_alert integer check (stock_alert >= 0);

insert into payout_settings (name, is_on, changed_at) values ('payouts', true, now()) on conflict (name) do nothing;

-- What was sent for the first time in each hour, in hundredths of R$. Its row's lock is what makes the caps exact.
create table payout_spend (
	hour timestamptz primary key,
	sent bigint not null
);

-- How the vendors have been answering lately. While `open_until` lies ahead nothing new is sent to that vendor.
create table vendor_health (
	vendor text primary key,
	failures integer not null,
	open_until timestamptz
);

-- What an operator should know now. A row goes when its reason has gone.
create table payout_alerts (
	kind text primary key,
	message text not null,
	raised_at timestamptz not null,
	mailed_at timestamptz
);
