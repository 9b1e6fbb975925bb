comment on column sign_in_places.device is 'In words: `Firefox on Windows`. Empty where a partner saw somebody.';
create index sign_in_places_last on sign_in_places (last_at);

-- `browser`: SHA-256 of its cookie's name.
create table account_browsers (
	uid uuid not null,
	browser text not null check (length(browser) = 43),
	first_at timestamptz not null,
	last_at timestamptz not null,
	primary key (uid, browser)
);

create index account_browsers_browser on account_browsers (browser);
create index account_browsers_first on account_browsers (first_at);
create index account_browsers_last on account_browsers (last_at);
