alter table log_entries drop constraint log_entries_source_check;
alter table log_entries add constraint log_entries_source_check
	check (source in ('sign-in', 'use', 'refusal', 'vendor', 'platform', 'job', 'mail'));
