-- Filters that a team member saved under a name, for one page of the admin area.
create table saved_views (
	uid uuid not null references auth_user (id) on delete cascade,
	page text not null,
	name text not null,
	query text not null,
	primary key (uid, page, name)
);
