-- Deleting an account erases what tells who somebody was and leaves tombstones, so that the books still prove and a
-- replayed callback is still a replay (docs/account-deletion.md).

alter table users add column deleted_at timestamptz;

-- A tombstone stays empty, also when somebody writes late who had read the record before.
alter table users add constraint users_tombstone_is_empty check (
	deleted_at is null or (
		role, avatar_url, roblox_username, platform_user_id, last_access, banned_at, ban_reason, paused_reason,
		created_by_call_at
	) is null
);

create index users_deleted on users (uid) where deleted_at is not null;

-- The counterpart of `enqueue`: takes back jobs that wait, by what their payload says, and does nothing else. Source:
-- graphile-worker 0.18, table `_private_jobs`; its own `remove_job` knows jobs by their key alone.
create function forget_jobs(task text, field text, value text) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	delete from graphile_worker._private_jobs job using graphile_worker._private_tasks kind
	where kind.id = job.task_id and kind.identifier = task and job.payload ->> field = value;
end
$$;

revoke execute on function forget_jobs (text, text, text) from public;
