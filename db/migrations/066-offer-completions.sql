-- Users who completed an offer in 30 days, by country and device, for the order of offers. Rebuilt every hour.
create table offer_completions (
	wall text not null,
	key text not null,
	country text not null,
	device text not null check (device in ('android', 'ios', 'desktop')),
	people integer not null,
	primary key (wall, key, country, device)
);
