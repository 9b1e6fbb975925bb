-- Whoever has something, or lacks something, in the order of it: brought forward beside earned_rank, because an index on the wallets
-- would be paid by every credit. Null: nothing. The version before leaves it as it is; once a day everybody is looked at.
alter table users add column balance_rank bigint;

update users u set balance_rank = w.balance from wallets w where w.uid = u.uid and w.balance <> 0 and w.closed_at is null;

create index users_by_balance on users (balance_rank, uid) where balance_rank is not null;
