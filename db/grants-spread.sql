-- What the application's role may do in addition to grants.sql where Citus spreads the database over machines.

-- Citus plans a statement when it knows the row's user, so no generic plan. A function that changes its role on the way to a shard
-- would wait for its own locks. An INSERT names every column there. So the code alone holds that states change by this function.
alter function change_withdrawals (jsonb) security invoker reset plan_cache_mode;
grant insert, update on withdrawals to lootpass_app;
grant usage on sequence payout_events_id_seq to lootpass_app;
