-- Unauthenticated refusals are stored in part and for a week; the rest is counted.
create index callbacks_unverified on callbacks (id) where outcome in ('bad-signature', 'malformed', 'forbidden');

create table unkept_callbacks (
	wall text not null,
	outcome text not null,
	hour timestamptz not null,
	last_at timestamptz not null,
	times bigint not null,
	primary key (hour, wall, outcome)
);

-- The network made many accounts that day, so the address must be confirmed first.
alter table auth_user add column confirm_first boolean not null default false;
