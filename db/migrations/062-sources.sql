-- Daily totals of each source, by the day of the visit or of joining. They outlive the accounts.
create table source_days (
	day date not null,
	kind text not null check (kind in ('referral', 'partner', 'campaign', 'site', 'none')),
	source text not null,
	visits bigint not null default 0,
	joined bigint not null default 0,
	ever_paid bigint not null default 0,
	-- Micro-USD.
	earned bigint not null default 0,
	reversed bigint not null default 0,
	-- Hundredths of R$.
	paid bigint not null default 0,
	bounties bigint not null default 0,
	claims bigint not null default 0,
	bans bigint not null default 0,
	primary key (day, kind, source)
);
create table source_switches (
	kind text not null check (kind in ('referral', 'partner', 'campaign', 'site')),
	source text not null,
	enabled boolean not null,
	primary key (kind, source)
);
-- Every version of a partner's code. The last one applies.
create table partner_codes (
	id bigint generated always as identity primary key,
	code text not null,
	set_at timestamptz not null,
	uid uuid not null,
	name text not null,
	landing text not null,
	terms text not null,
	hash text not null,
	-- Bounty terms in hundredths of R$. Null: those of all users.
	bounties jsonb
);
create index partner_codes_code on partner_codes (code, id desc);
create index partner_codes_uid on partner_codes (uid);
alter table account_sources
	add partner bigint references partner_codes,
	-- The part of this account in source_days.
	add counted jsonb not null default '{}';
create unique index account_sources_invitation on account_sources (invitation);
create index account_sources_source on account_sources (kind, source);
create index account_sources_uncounted on account_sources (uid) where counted = '{}';
create index account_sources_banned on account_sources (uid) where counted -> 'bans' = '1';
