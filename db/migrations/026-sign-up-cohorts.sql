-- What became of those who signed up in a month (UTC). Counted anew by a job (server/admin/count-cohorts.ts): to read a
-- million users for one look at the dashboard would take seconds.
create table sign_up_cohorts (
	month date primary key,
	users bigint not null,
	-- Of them: who earned anything, who was paid, and who was paid within 30 days of signing up.
	earners bigint not null,
	paid bigint not null,
	paid_in_30_days bigint not null,
	counted_at timestamptz not null
);
