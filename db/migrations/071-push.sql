-- Browsers that get push messages. A subscription ends with the session that saved it.
create table push_subscriptions (
	endpoint text primary key,
	id uuid not null unique default gen_random_uuid(),
	uid uuid not null,
	session_id uuid not null references auth_session (id) on delete cascade,
	-- Keys of the browser (RFC 8291).
	p256dh bytea not null,
	auth bytea not null,
	kinds text[] not null,
	saved_at timestamptz not null
);

create index push_subscriptions_uid on push_subscriptions (uid);
create index push_subscriptions_session on push_subscriptions (session_id);
