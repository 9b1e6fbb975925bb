-- The application's role cannot call the job runner itself: its tables are under row-level security. This function, its
-- owner's, adds a job and nothing else. A key makes jobs that say the same thing one job. Source: graphile-worker 0.18,
-- `add_job`; its schema is installed beside these migrations (server/lib/jobs.ts).
create function enqueue(task text, payload json, key text) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	perform graphile_worker.add_job(task, payload, job_key => key);
end
$$;

revoke execute on function enqueue (text, json, text) from public;
