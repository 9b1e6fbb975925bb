-- Offerwalls of OFFERWALLS_FILE are imported here at each start.

alter table offerwalls
	-- Hash of the file's entry at its last import. It is sealed, because secrets could be guessed from a plain hash. Null: never
	-- imported.
	add column imported text,
	-- Origins that the file's entry named: they may be requested although they are not public.
	add column trusted text[] not null default '{}';

comment on table offerwall_settings is 'Only versions up to 0.2 read it.';
