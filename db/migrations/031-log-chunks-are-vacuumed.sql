-- The last chunk is rewritten each minute, so dead rows must be reused early.
alter table transfer_log_chunks set (
	autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
	toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 1000
);
