-- Credits of offerwalls whose postbacks can be forged wait for a person. Offerwalls of an upgraded site have 14 days first.
alter table held_credits drop constraint held_credits_cause_check;
alter table held_credits add constraint held_credits_cause_check check (cause in ('amount', 'speed', 'unprotected'));

-- Null for offerwalls added later.
alter table offerwalls add column unprotected_until timestamptz;
update offerwalls set unprotected_until = now() + interval '14 days';
