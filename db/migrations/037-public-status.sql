-- Withdrawals by when they ended: what a day's figures are made of, once that day is over.
create index withdrawals_ended on withdrawals (updated_at) where state in ('completed', 'failed');

-- Which checkpoint tells of a day. The body is what was signed, so nothing else says it.
create index proof_checkpoints_status on proof_checkpoints ((body::jsonb #>> '{status,day}'))
	where body::jsonb #>> '{status,day}' is not null;
