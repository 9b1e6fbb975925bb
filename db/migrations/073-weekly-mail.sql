-- Users who want the weekly mail. `week` is the Monday of the last mail, or the Monday before the user asked for it.
create table weekly_mails (
	uid uuid primary key references auth_user (id) on delete cascade,
	week date not null
);
