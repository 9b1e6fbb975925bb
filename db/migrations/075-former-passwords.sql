-- The password before the last change, until `former_until`, because an intruder changes it before the address.
alter table auth_account add column former_password text, add column former_until timestamptz;
alter table former_addresses add column earlier_password_hash text;
