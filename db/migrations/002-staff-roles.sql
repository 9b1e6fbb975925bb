alter table users add column staff_role text check (staff_role in ('owner', 'finance', 'support', 'fraud', 'viewer'));

update users set staff_role = 'owner' where role = 'Admin';

-- Earlier versions write `role` alone: setting it makes an owner, clearing it removes every role.
create function follow_role() returns trigger
	language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
	if new.role is distinct from 'Admin' then
		new.staff_role := null;
	elsif new.staff_role is null then
		new.staff_role := 'owner';
	end if;
	return new;
end
$$;

create trigger users_staff_role before insert or update of role on users
	for each row execute function follow_role();

alter table users add constraint users_staff_has_a_role check (coalesce(role = 'Admin', false) = (staff_role is not null));
