-- What a wall's credits reach, from our own books: renewed every hour, for walls whose offers are not known.
create table wall_figures (
	wall text primary key,
	-- Hundredths of R$: one credit in twenty was larger.
	best bigint not null
);
