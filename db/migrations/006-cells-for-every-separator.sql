-- One cell of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it, and so
-- stays text: at its beginning, and after whatever else a program may be told to split at, or take for the end of a row. A
-- program that splits at semicolons knows nothing of quotes in the middle of a cell. An amount of money is a number to us and
-- does not come through here.
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
