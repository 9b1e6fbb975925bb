-- One cell of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it, and
-- so stays text; an amount of money is a number to us and does not come through here.
create function csv_cell(value text) returns text
	language sql immutable parallel safe
as $$
	select case
		when value is null then ''
		when value ~ '^[=+@\t\r\n-]' then '"''' || replace(value, '"', '""') || '"'
		when value ~ '[",\r\n]' then '"' || replace(value, '"', '""') || '"'
		else value
	end
$$;
