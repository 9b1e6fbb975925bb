-- Which shard a row of the shared accounts belongs to, where the database is spread over machines (docs/operations.md): a user of that
-- shard. Null where it is not, and costs nothing there.

alter table account_buckets add column part uuid;
alter table earnings_buckets add column part uuid;
alter table wallet_totals add column part uuid;
alter table callbacks add column part uuid;
