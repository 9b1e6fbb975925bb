-- Providers ignore what follows a plus, and Gmail ignores dots.
create function mailbox_of(email text) returns text
	language sql immutable strict parallel safe
as $$
	select case when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || host end
	from (
		select split_part(split_part(lower(email), '@', 1), '+', 1) as name, split_part(lower(email), '@', 2) as host
	) parts
$$;

create index auth_user_mailbox on auth_user (mailbox_of(email)) where email_verified;
