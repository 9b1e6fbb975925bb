-- Shard of a shared account's row; null on one database.

alter table account_buckets add column part uuid;
alter table earnings_buckets add column part uuid;
alter table wallet_totals add column part uuid;
alter table callbacks add column part uuid;
