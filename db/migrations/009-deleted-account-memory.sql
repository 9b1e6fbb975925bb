-- What is known of accounts that were deleted, so that nobody cashes out, deletes and begins anew: digests under a key that is
-- not in the database. They tell nobody who somebody was, only whether who comes now was here before. They go after
-- DELETED_ACCOUNT_MEMORY_DAYS.
create table deleted_account_memory (
	-- The tombstone's.
	uid uuid not null,
	-- `email`: a confirmed address. `game-account`: one that was paid.
	kind text not null check (kind in ('email', 'game-account')),
	digest bytea not null check (octet_length(digest) = 32),
	deleted_at timestamptz not null,
	-- The account under which the same confirmed address came back.
	returned_as uuid,
	primary key (uid, kind, digest)
);

create index deleted_account_memory_digest on deleted_account_memory (kind, digest);
create index deleted_account_memory_deleted on deleted_account_memory (deleted_at);
