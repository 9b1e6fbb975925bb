-- Without `strict` PostgreSQL inlines the function. Results stay the same, so does the index.
create or replace function transaction_in(reference text) returns bigint
	language sql immutable parallel safe
as $$
	select case when starts_with(reference, 'offer/') then hashtextextended(split_part(reference, '/', 3), 0) end
$$;

alter index transfers_transaction set (autosummarize = on);
