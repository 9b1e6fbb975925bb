-- A phrase in the public description of a game account proves its owner.

alter table linked_game_accounts add column proven_at timestamptz;

create table game_account_proofs (
	uid uuid primary key,
	platform_user_id bigint not null,
	phrase text not null,
	expires_at timestamptz not null
);

create index game_account_proofs_expires on game_account_proofs (expires_at);
