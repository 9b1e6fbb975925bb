-- Results of walls without known offers; a job computes them hourly.
create table wall_figures (
	wall text primary key,
	-- Hundredths of R$; 95th percentile.
	best bigint not null
);
