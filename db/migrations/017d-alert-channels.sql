-- State of each alert channel, by a digest of its address.

create table alert_channels (
	channel text primary key,
	failing_since timestamptz,
	tries integer not null default 0,
	why text,
	taken_at timestamptz,
	well_told_at timestamptz
);

create table alert_tellings (
	channel text not null,
	kind text not null,
	raised_at timestamptz not null,
	message text not null,
	primary key (channel, kind, raised_at)
);

-- RFC 5321 code of a permanent refusal; null: the last email was accepted.
alter table users add column mail_refused_at timestamptz;
alter table users add column mail_refused_code integer;
alter table users drop constraint if exists users_tombstone_is_empty;
alter table users add constraint users_tombstone_is_empty check (
	deleted_at is null or (
		role, avatar_url, roblox_username, platform_user_id, last_access, banned_at, ban_reason, paused_reason,
		created_by_call_at, language, mail_refused_at, mail_refused_code
	) is null
);
