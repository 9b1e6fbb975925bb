create index withdrawals_ended on withdrawals (updated_at) where state in ('completed', 'failed');

-- The checkpoint that contains the day's figures.
create index proof_checkpoints_status on proof_checkpoints ((body::jsonb #>> '{status,day}'))
	where body::jsonb #>> '{status,day}' is not null;
