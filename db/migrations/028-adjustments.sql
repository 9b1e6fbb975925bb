-- Corrections of a balance by an admin. What one may book alone is limited; beyond it a second admin decides.
create table adjustments (
	uid uuid not null,
	-- Made by the form: a double click or a repeated request is one adjustment.
	id uuid not null,
	-- Hundredths of R$; negative for what is taken.
	amount bigint not null check (amount <> 0),
	-- A sentence that the user is shown. Null once the account is deleted.
	reason text,
	state text not null check (state in ('waiting', 'booked', 'refused', 'expired')),
	proposed_by uuid not null,
	proposed_at timestamptz not null,
	expires_at timestamptz not null,
	-- An admin; the proposer where it was small enough. Null: nobody did until it lapsed.
	decided_by uuid,
	decided_at timestamptz,
	primary key (uid, id),
	check ((state = 'waiting') = (decided_at is null)),
	check ((state in ('booked', 'refused')) = (decided_by is not null))
);

create index adjustments_waiting on adjustments (proposed_at desc, id desc) where state = 'waiting';
-- What an admin booked alone lately.
create index adjustments_alone on adjustments (proposed_by, proposed_at) where state = 'booked' and decided_by = proposed_by;

-- One row. The application can read it and not change it: whoever takes an admin's session over cannot raise the limit
-- (npm run cli -- adjustment-limit).
create table adjustment_settings (
	name text primary key check (name = 'adjustments'),
	-- Hundredths of R$ that one admin may move without another in 24 hours, up and down added up.
	approval_above bigint not null check (approval_above >= 0),
	-- How long a proposal waits.
	expires_after_hours integer not null check (expires_after_hours between 1 and 720)
);

insert into adjustment_settings values ('adjustments', 100000, 72);
