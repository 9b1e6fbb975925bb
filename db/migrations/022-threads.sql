create table threads (
	uid uuid not null references auth_user (id) on delete cascade,
	-- `S-` and twelve letters.
	reference text not null,
	subject text not null,
	about_kind text check (about_kind in ('ban', 'pause', 'withdrawal', 'hold', 'reversal', 'claim')),
	about_id text,
	-- `open`: staff must answer.
	state text not null check (state in ('open', 'waiting', 'closed')),
	opened_at timestamptz not null,
	changed_at timestamptz not null,
	asked_at timestamptz,
	primary key (uid, reference),
	check ((state = 'open') = (asked_at is not null)),
	check (about_kind is not null or about_id is null)
);

create index threads_reference on threads (reference text_pattern_ops);
create index threads_of on threads (uid, changed_at desc, reference desc);
create index threads_waiting on threads (asked_at, reference) where state = 'open';
create index threads_by_change on threads (state, changed_at desc, reference desc);

create table thread_messages (
	uid uuid not null,
	reference text not null,
	position integer not null,
	at timestamptz not null,
	author text not null check (author in ('user', 'staff')),
	text text not null,
	staff_uid uuid,
	by_decider boolean not null default false,
	waited_s integer check (waited_s >= 0),
	primary key (uid, reference, position),
	foreign key (uid, reference) references threads (uid, reference) on delete cascade,
	check ((author = 'staff') = (staff_uid is not null)),
	check (author = 'staff' or (waited_s is null and not by_decider))
);

create index thread_messages_answers on thread_messages (at) where waited_s is not null;
create index thread_messages_of on thread_messages (uid, at) where author = 'user';

-- Hashes of emailed links and of their tokens. Without a reference it is the thread about the ban.
create table thread_codes (
	code_hash bytea primary key check (octet_length(code_hash) = 32),
	uid uuid not null references auth_user (id) on delete cascade,
	purpose text not null check (purpose in ('link', 'token')),
	reference text,
	expires_at timestamptz not null,
	foreign key (uid, reference) references threads (uid, reference) on delete cascade,
	check (purpose = 'link' or reference is not null)
);

create index thread_codes_uid on thread_codes (uid);

-- Rule and version (contract/accounts/statements.ts). Each ban and pause has one.
alter table users
	add column ban_rule text check (ban_rule in ('staff@1', 'chargebacks-ban@1')),
	add column pause_rule text check (pause_rule in ('staff@1', 'chargebacks-pause@1'));

update users
set ban_rule = case when ban_reason ~ '^Partners took back \d+ of your completed offers\.$' then 'chargebacks-ban@1' else 'staff@1' end
where banned_at is not null;
update users set pause_rule = case
	when paused_reason = 'partners took back too many of your last completed offers. They open again by themselves.'
	then 'chargebacks-pause@1' else 'staff@1' end
where paused_reason is not null;

alter table users
	add constraint users_ban_has_rule check ((banned_at is null) = (ban_rule is null)),
	add constraint users_pause_has_rule check ((paused_reason is null) = (pause_rule is null));

alter table held_credits add column rule_version integer not null default 1;
alter table screenings add column rule_version integer not null default 1;
