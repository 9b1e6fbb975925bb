-- A hand-off inherits the sign-in time and the second factor of the session that created it.
alter table auth_session
	-- Null: the session's own creation.
	add column signed_in_at timestamptz,
	add column second_factor_at timestamptz,
	add column is_hand_off boolean not null default false;
-- Null for codes of an earlier version: such a hand-off counts as an old sign-in.
alter table web_session_codes add column session_id uuid references auth_session (id) on delete cascade;

-- Addresses that an account had before. The account can return to each until `undo_until`, by the link in its mailbox.
create table former_addresses (
	id uuid primary key default gen_random_uuid(),
	uid uuid not null references auth_user (id) on delete cascade,
	email text not null,
	confirmed boolean not null,
	replaced_at timestamptz not null,
	undo_until timestamptz not null,
	-- SHA-256 of the link's code. Null until the email is written and after the link was used.
	undo_hash bytea unique,
	-- The password and second factor of that time, because an intruder may have changed both.
	password_hash text,
	had_second_factor boolean not null
);
create index former_addresses_uid on former_addresses (uid);
create index former_addresses_email on former_addresses (email);

-- Reserves an address while its account can return to it.
create function refuse_reserved_address() returns trigger language plpgsql as $$
begin
	if exists (
		select from former_addresses where email = lower(new.email) and uid <> new.id and undo_until > now()
	) then
		raise unique_violation using message = 'this address is reserved';
	end if;
	return new;
end $$;
create trigger auth_user_reserved before insert or update of email on auth_user
	for each row execute function refuse_reserved_address();

alter table screening_rules drop constraint if exists screening_rules_rule_check;
insert into screening_rules (rule, is_on, threshold) values ('changed-address', true, 100);
