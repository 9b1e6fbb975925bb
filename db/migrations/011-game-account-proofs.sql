-- Whoever puts a phrase into the public description of a game account shows that it is theirs.

-- When its present user has shown so. Null: only said so.
alter table linked_game_accounts add column proven_at timestamptz;

-- What somebody is to put there, until when. One at a time.
create table game_account_proofs (
	uid uuid primary key,
	platform_user_id bigint not null,
	phrase text not null,
	expires_at timestamptz not null
);

create index game_account_proofs_expires on game_account_proofs (expires_at);

alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in
	('withdrawal-paid', 'withdrawal-refunded', 'credit-held', 'paused', 'resumed', 'banned', 'unbanned', 'message',
	'game-account-lost'));
