-- Work that an import leaves for a person.
alter table imported_history add column settled boolean not null default false;
create index imported_history_open on imported_history (uid)
	where kind = 'withdrawal' and status = 'requested' and not settled;

-- The part of `missing` that a person has decided about.
alter table imported_accounts add column settled bigint not null default 0;
create index imported_accounts_open on imported_accounts (uid) where missing > settled;

-- References of an import name the old id. The application may not update them otherwise.
create function forget_import_references(whom uuid, stem text, replacement text) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	update public.transfers set reference = replacement || substr(reference, length(stem) + 1)
	where uid = whom and kind in ('import', 'import-hold', 'import-release', 'import-cancel')
		and (reference = stem or starts_with(reference, stem || '/'));
end
$$;

revoke execute on function forget_import_references (uuid, text, text) from public;
