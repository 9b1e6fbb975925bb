-- `add_jobs` skips a job whose waiting predecessor a runner locks at the same moment, so skipped jobs are added again.
-- Source: graphile-worker 0.18, `add_jobs` and `job_spec`.
create or replace function enqueue_jobs(task text, payloads json[], keys text[]) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
	added text[];
begin
	while cardinality(payloads) > 0 loop
		added := array(
			select key from graphile_worker.add_jobs(array(
				select (task, job.payload, null, null, null, job.key, null, null)::graphile_worker.job_spec
				from unnest(payloads, keys) as job (payload, key)
			)) where key is not null
		);
		select array_agg(job.payload), array_agg(job.key) into payloads, keys
		from unnest(payloads, keys) as job (payload, key) where job.key is not null and job.key <> all (added);
	end loop;
end
$$;

create or replace function enqueue(task text, payload json, key text) returns void
	language sql security definer set search_path = pg_catalog, pg_temp
as $$ select public.enqueue_jobs(task, array[payload], array[key]) $$;
