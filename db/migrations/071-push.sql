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

-- Adds a job for each subscription that wants the message. Source: graphile-worker 0.18, `add_jobs` and `job_spec`.
create function enqueue_pushes(uids uuid[], messages json[]) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	if not exists (select from public.push_subscriptions where uid = any(uids)) then return; end if;
	perform from graphile_worker.add_jobs(array(
		select (
			'push',
			(message.data::jsonb || jsonb_build_object('id', s.id, 'at', floor(extract(epoch from now()) * 1000)))::json,
			null, null, null, null, null, null
		)::graphile_worker.job_spec
		from unnest(uids, messages) as message (uid, data)
		join public.push_subscriptions s on s.uid = message.uid and message.data ->> 'kind' = any(s.kinds)
	));
end
$$;

revoke execute on function enqueue_pushes (uuid[], json[]) from public;
