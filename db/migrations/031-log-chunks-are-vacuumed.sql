-- The last chunk is written anew each minute. What it leaves is to be used again long before it is a fifth of the log.
alter table transfer_log_chunks set (
	autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
	toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 1000
);
