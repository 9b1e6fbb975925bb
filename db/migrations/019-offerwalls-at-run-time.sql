-- What an admin changed of a wall while the product runs. Null: as the file of walls says.
create table offerwall_changes (
	wall text primary key,
	enabled boolean,
	min_age integer check (min_age between 13 and 120),
	hold_hours integer check (hold_hours between 0 and 8760)
);
