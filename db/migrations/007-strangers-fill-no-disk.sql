-- What nobody had signed is kept in part, and for a week; the rest of it is counted. Found by what was refused before
-- anything of it was believed.
create index callbacks_unverified on callbacks (id) where outcome in ('bad-signature', 'malformed', 'forbidden');

create table unkept_callbacks (
	wall text not null,
	outcome text not null,
	-- The hour that they came in, and the last of them.
	hour timestamptz not null,
	last_at timestamptz not null,
	times bigint not null,
	primary key (hour, wall, outcome)
);

-- Made from a network that has made many that day: it can do nothing until its address is confirmed.
alter table auth_user add column confirm_first boolean not null default false;
