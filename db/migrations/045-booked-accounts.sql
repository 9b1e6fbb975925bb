-- Shared accounts that have a bucket, as finding them among the buckets would read all of these. Each booking adds its accounts.
-- A version before this one does not: the job that adds up whole days adds them later.
create table booked_accounts (
	account text primary key
);

insert into booked_accounts select distinct account from account_buckets;
