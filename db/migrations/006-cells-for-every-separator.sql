-- A CSV cell (RFC 4180). An apostrophe stops spreadsheets from running a formula, also after each separator that a program
-- may split at.
create or replace function csv_cell(value text) returns text
	language sql immutable parallel safe
as $$
	select case
		when value is null then ''
		when value ~ '(^|[;|\t\r\n])[ \u00a0"]*[=+@＝＋＠－-]' or value ~ '^[\t\r\n]' then
			'"' || replace(
				regexp_replace(
					regexp_replace(value, '(^|[;|\t\r\n])([ \u00a0"]*[=+@＝＋＠－-])', '\1''\2', 'g'),
					'^([\t\r\n])', '''\1'
				), '"', '""'
			) || '"'
		when value ~ '[",;|\t\r\n]' then '"' || replace(value, '"', '""') || '"'
		else value
	end
$$;
