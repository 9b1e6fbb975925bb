-- What admins look back on: who did what, by whom and of which kind, and what happened at the edges of the product.
create index audit_entries_actor on audit_entries (actor, id);
create index audit_entries_action on audit_entries (action, id);

-- What was tried and what came of it, where no row of its own tells: ways in and who was turned away, calls of vendors,
-- jobs, mails. Written in batches beside the work, so a crash may lose the last second. Kept for 90 days.
create table log_entries (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	source text not null check (source in ('sign-in', 'refusal', 'vendor', 'job', 'mail')),
	-- The address, the vendor's call, the job or the kind of mail.
	what text not null,
	-- `done`, or what was wrong, as a code.
	outcome text not null,
	uid uuid,
	order_id text,
	ip text,
	-- In words: `Firefox on Windows`.
	device text,
	-- What a person may want to know besides; never a secret.
	note text,
	took_ms integer
);

create index log_entries_source on log_entries (source, id);
create index log_entries_uid on log_entries (uid, id) where uid is not null;
