create table event_endpoints (
	id uuid primary key,
	url text not null,
	events text[] not null,
	enabled boolean not null,
	-- Sealed.
	secret text not null,
	old_secret text,
	old_secret_until timestamptz,
	created_at timestamptz not null,
	failing_since timestamptz,
	-- After a day of failures. Saving the endpoint resumes it.
	paused_at timestamptz,
	problem text
);

-- Outbox and log: one row for each endpoint and event, written with the cause. The ids of a user's events are in order,
-- because the cause holds a lock of the user.
create table event_deliveries (
	id bigint generated always as identity primary key,
	endpoint_id uuid not null,
	event_id uuid not null default gen_random_uuid(),
	-- All zeros: an event of the site.
	uid uuid not null,
	type text not null,
	data jsonb not null,
	at timestamptz not null,
	-- False once delivered or given up.
	waiting boolean not null default true,
	next_at timestamptz not null,
	retry_until timestamptz not null,
	attempts integer not null default 0,
	last_at timestamptz,
	delivered_at timestamptz,
	outcome text
);

create index event_deliveries_next on event_deliveries (endpoint_id, id) where waiting;
create index event_deliveries_waiting on event_deliveries (endpoint_id, uid, id) where waiting;
create index event_deliveries_at on event_deliveries using brin (at);
