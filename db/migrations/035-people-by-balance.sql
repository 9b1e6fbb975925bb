-- Order by balance. A job updates it, because an index on wallets would slow every credit.
alter table users add column balance_rank bigint;

update users u set balance_rank = w.balance from wallets w where w.uid = u.uid and w.balance <> 0 and w.closed_at is null;

create index users_by_balance on users (balance_rank, uid) where balance_rank is not null;
