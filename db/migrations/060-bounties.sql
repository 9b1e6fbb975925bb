-- Amounts in hundredths of R$. An invited user keeps the terms of the day of joining.
create table bounty_terms (
	id bigint generated always as identity primary key,
	set_at timestamptz not null,
	first bigint not null,
	second bigint not null,
	paid bigint not null check (paid > 0),
	boost_percent integer not null,
	boost_max bigint not null,
	month_max bigint not null,
	hold_days integer not null,
	countries text[],
	margin_floor integer not null
);
create table invite_codes (code text primary key, uid uuid not null unique);
create table account_sources (
	uid uuid primary key,
	kind text not null check (kind in ('referral', 'partner', 'campaign', 'site', 'none')),
	source text not null,
	site text,
	campaign text,
	joined_at timestamptz not null,
	inviter uuid,
	-- Stands for the invited user in ledger references, which the inviter may see.
	invitation uuid not null default gen_random_uuid(),
	terms bigint references bounty_terms
);
create index account_sources_inviter on account_sources (inviter) where inviter is not null;
create index account_sources_joined on account_sources (joined_at);
create table bounties (
	uid uuid not null,
	reference text not null,
	kind text not null check (kind in ('first', 'second', 'boost')),
	invited uuid not null,
	cause bigint not null,
	needs bigint not null,
	amount bigint not null check (amount > 0),
	state text not null check (state in ('held', 'released', 'cancelled', 'reversed', 'refused')),
	why text,
	created_at timestamptz not null,
	release_at timestamptz not null,
	primary key (uid, reference)
);
create index bounties_due on bounties (release_at) where state = 'held';
create index bounties_invited on bounties (invited);
alter table figure_marks drop constraint figure_marks_name_check,
	add constraint figure_marks_name_check check (name in ('users', 'earners', 'earnings', 'bounties'));
insert into figure_marks (name, until) values ('bounties', now());
create index users_banned on users (banned_at) where banned_at is not null;
