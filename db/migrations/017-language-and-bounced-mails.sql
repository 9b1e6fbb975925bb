-- Language of emails, as a BCP 47 tag.
alter table users add column language text check (length(language) between 2 and 35);
alter table users drop constraint users_tombstone_is_empty;
alter table users add constraint users_tombstone_is_empty check (
	deleted_at is null or (
		role, avatar_url, roblox_username, platform_user_id, last_access, banned_at, ban_reason, paused_reason,
		created_by_call_at, language
	) is null
);
