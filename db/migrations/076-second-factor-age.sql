-- A second factor that is younger than a day may be an intruder's, who adds it before changing the address.
alter table auth_two_factor add column added_at timestamptz not null default 'epoch';
alter table auth_two_factor alter column added_at set default now();
