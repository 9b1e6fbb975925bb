-- A lower priority runs first, so that mails and pushes to many users do not delay links and warnings.
drop function enqueue_jobs(text, json[], text[]);

-- Source: graphile-worker 0.18, `add_jobs` and `job_spec`.
create function enqueue_jobs(task text, payloads json[], keys text[], priority int default 0) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
	added text[];
begin
	-- `add_jobs` skips a job whose waiting predecessor a runner locks at the same moment, so skipped jobs are added again.
	while cardinality(payloads) > 0 loop
		added := array(
			select key from graphile_worker.add_jobs(array(
				select (task, job.payload, null, null, null, job.key, priority, null)::graphile_worker.job_spec
				from unnest(payloads, keys) as job (payload, key)
			)) where key is not null
		);
		select array_agg(job.payload), array_agg(job.key) into payloads, keys
		from unnest(payloads, keys) as job (payload, key) where job.key is not null and job.key <> all (added);
	end loop;
end
$$;

revoke execute on function enqueue_jobs (text, json[], text[], int) from public;

-- Adds a job for each subscription that wants the message.
create or replace function enqueue_pushes(uids uuid[], messages json[]) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	if not exists (select from public.push_subscriptions where uid = any(uids)) then return; end if;
	perform public.enqueue_jobs('push', array_agg(job), array_agg(null::text), 1)
	from (
		select (message.data::jsonb || jsonb_build_object('id', s.id, 'at', floor(extract(epoch from now()) * 1000)))::json
		from unnest(uids, messages) as message (uid, data)
		join public.push_subscriptions s on s.uid = message.uid and message.data ->> 'kind' = any(s.kinds)
	) as pushes (job);
end
$$;

revoke execute on function enqueue_pushes (uuid[], json[]) from public;
