-- Reserves a former address only if its account had confirmed it: others may belong to another person.
create or replace function refuse_reserved_address() returns trigger language plpgsql as $$
begin
	if exists (
		select from former_addresses
		where email = lower(new.email) and uid <> new.id and confirmed and undo_until > now()
	) then
		raise unique_violation using message = 'this address is reserved';
	end if;
	return new;
end $$;
