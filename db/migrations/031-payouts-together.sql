-- What `enqueue` does, for many jobs of one task in one statement: a batch of payouts that end orders its mails at once.
-- Source: graphile-worker 0.18, `add_jobs` and its type `job_spec`.
create function enqueue_jobs(task text, payloads json[], keys text[]) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	perform from graphile_worker.add_jobs(array(
		select (task, job.payload, null, null, null, job.key, null, null)::graphile_worker.job_spec
		from unnest(payloads, keys) as job (payload, key)
	));
end
$$;

revoke execute on function enqueue_jobs (text, json[], text[]) from public;

-- A withdrawal is written five times on its way. Room in each page keeps a version that changes no index in it.
alter table withdrawals set (fillfactor = 80);

-- What is due, by state and vendor: each of them is looked up by itself. An index of the open rows alone, whose condition names
-- their states, was passed over: the planner takes open rows for few, and read all of them in another such index.
create index withdrawals_due on withdrawals (state, vendor, next_ask_at) where next_ask_at is not null;
drop index withdrawals_due_new;
drop index withdrawals_due_open;
