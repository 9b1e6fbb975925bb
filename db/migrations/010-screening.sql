-- Withdrawals that look like fraud are held before they are sent.

alter table withdrawals drop constraint if exists withdrawals_state_check;
alter table withdrawals add constraint withdrawals_state_check
	check (state in ('requested', 'screening', 'sending', 'unknown', 'completed', 'failed', 'needs-review'));

drop index if exists withdrawals_one_open;
create unique index withdrawals_one_open on withdrawals (uid)
	where state in ('requested', 'screening', 'sending', 'unknown', 'needs-review');

create table screening_rules (
	rule text primary key,
	is_on boolean not null,
	-- Whole R$, points or hours.
	threshold integer check (threshold >= 0),
	check ((threshold is null) = (rule in ('shared-game-account', 'first-payout')))
);

insert into screening_rules (rule, is_on, threshold) values
	('amount', true, 1000),
	('score', true, 70),
	('shared-game-account', true, null),
	('first-payout', false, null),
	('young-game-account', false, 72),
	('young-sign-in', false, 24);

create table screenings (
	uid uuid not null,
	withdrawal_id uuid not null,
	rules text[] not null check (cardinality(rules) > 0),
	until timestamptz not null,
	needs_person boolean not null,
	started_at timestamptz not null,
	ended_at timestamptz,
	outcome text check (outcome in ('went-on', 'pay', 'refund')),
	ended_by uuid,
	primary key (uid, withdrawal_id),
	check ((ended_at is null) = (outcome is null)),
	check ((ended_by is not null) = (coalesce(outcome, 'went-on') <> 'went-on'))
);

create index screenings_due on screenings (until) where ended_at is null and not needs_person;
create index screenings_for_person on screenings (started_at) where ended_at is null and needs_person;
create index screenings_started on screenings (started_at);

-- Private addresses say nothing about two users.
delete from sign_in_places
where address ~ '^(127\.|10\.|172\.(1[6-9]|2[0-9]|3[01])\.|192\.168\.|169\.254\.|0:0:0:0::|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)';
