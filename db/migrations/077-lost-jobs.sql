-- One function adds all jobs: 078 lets it add skipped jobs again.
create or replace function enqueue(task text, payload json, key text) returns void
	language sql security definer set search_path = pg_catalog, pg_temp
as $$ select public.enqueue_jobs(task, array[payload], array[key]) $$;
