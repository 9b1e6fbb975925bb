create or replace function mailbox_of(email text) returns text
	language sql immutable strict parallel safe
as $$
	select case
		when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
		when host in ('ya.ru', 'yandex.ru', 'yandex.by', 'yandex.com', 'yandex.kz', 'yandex.ua') then
			replace(name, '-', '.') || '@yandex.ru'
		when host in ('proton.me', 'protonmail.com', 'pm.me') then translate(name, '._-', '') || '@' || host
		else name || '@' || host end
	from (
		select coalesce(nullif(split_part(given, '+', 1), ''), given) as name, host
		from (select split_part(lower(email), '@', 1) as given, split_part(lower(email), '@', 2) as host) halves
	) parts
$$;

reindex index auth_user_mailbox;
reindex index former_addresses_mailbox;
