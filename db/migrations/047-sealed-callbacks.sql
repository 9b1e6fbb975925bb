-- The whole request of a refused postback, encrypted with SECRETS_KEY, so that a replay can verify its signature again.
alter table callbacks add column sealed text;
