-- Unflagged users who clicked an offer in 30 days, each counted once. Rebuilt every hour.
create table offer_promises (
	wall text not null,
	key text not null,
	title text not null,
	people integer not null,
	-- Credited, or claimed.
	completed integer not null,
	credited integer not null,
	-- Median from the click to the credit.
	minutes integer,
	-- Without declined claims.
	claimed integer not null,
	settled integer not null,
	reversed integer not null,
	primary key (wall, key)
);

create table hidden_offers (
	wall text not null,
	key text not null,
	hidden_at timestamptz not null,
	reason text not null check (reason in ('claims', 'reversals', 'staff')),
	-- The figures at that moment.
	evidence jsonb not null,
	-- Staff showed the offer again.
	shown_at timestamptz,
	primary key (wall, key)
);
