-- Keyed digests of deleted accounts, kept for DELETED_ACCOUNT_MEMORY_DAYS. The key is not in the database.
create table deleted_account_memory (
	uid uuid not null,
	-- `email`: a confirmed address. `game-account`: one that was paid.
	kind text not null check (kind in ('email', 'game-account')),
	digest bytea not null check (octet_length(digest) = 32),
	deleted_at timestamptz not null,
	returned_as uuid,
	primary key (uid, kind, digest)
);

create index deleted_account_memory_digest on deleted_account_memory (kind, digest);
create index deleted_account_memory_deleted on deleted_account_memory (deleted_at);
