-- An entry stays as it is for good. What in it tells of a person lies beside it and goes with them, and the entry keeps a
-- commitment to each such field: SHA-256 of a salt, which goes with the value, and the value.

alter table audit_entries rename to audit_records;
alter table audit_records
	-- One of a list (contract/admin/reasons.ts); null where none was given.
	add column reason_code text,
	-- Hex, by the name of the field.
	add column commitments jsonb not null default '{}';

create table audit_fields (
	entry_id bigint not null,
	-- `reason`, `ip`, or where it stood in the details: `after.ban_reason`.
	name text not null,
	-- With whose account it goes; null: with nobody's.
	owner uuid,
	salt bytea not null check (octet_length(salt) = 32),
	value jsonb not null,
	primary key (entry_id, name)
);

create index audit_fields_owner on audit_fields (owner) where owner is not null;

-- The chain. A job takes entries in the order in which it finds them committed, so `n` has no gaps and an id may come late.
create table audit_seals (
	n bigint primary key check (n > 0),
	entry_id bigint not null unique,
	-- SHA-256 of the hash before (32 zero bytes for the first) and the entry as canonical JSON.
	hash bytea not null check (octet_length(hash) = 32),
	sealed_at timestamptz not null default now()
);

-- Entries from before: texts that are no state, no id and no amount become fields, with their reason and address.
insert into audit_fields (entry_id, name, owner, salt, value)
select r.id, f.name, case f.name when 'ip' then case when r.actor ~ '^[0-9a-f-]{36}$' then r.actor::uuid end else r.uid end,
	decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), f.value
from audit_records r, lateral (
	select key as name, key, value from jsonb_each(r.details)
	union all
	select part || '.' || key, key, value
	from unnest(array['before', 'after']) part,
		jsonb_each(case jsonb_typeof(r.details -> part) when 'object' then r.details -> part else '{}' end)
) f
where jsonb_typeof(f.value) = 'string' and (
	f.name in ('reason', 'ip')
	or r.uid is not null and f.key <> all (array[
		'adjustment', 'after', 'asked', 'before', 'by', 'callback', 'code', 'id', 'orderId', 'outcome', 'purchaseReference', 'settlement',
		'state', 'table', 'takenBy', 'transaction', 'transactionId', 'wall', 'withdrawal'
	])
);

update audit_records r
set reason_code = case when 'reason' = any (f.names) then 'other' end,
	commitments = f.commitments,
	details = (r.details - f.names)
		|| case jsonb_typeof(r.details -> 'before')
			when 'object' then jsonb_build_object('before', (r.details -> 'before') - f.befores) else '{}' end
		|| case jsonb_typeof(r.details -> 'after')
			when 'object' then jsonb_build_object('after', (r.details -> 'after') - f.afters) else '{}' end
from (
	select entry_id, array_agg(name) as names,
		coalesce(array_agg(substr(name, 8)) filter (where starts_with(name, 'before.')), '{}') as befores,
		coalesce(array_agg(substr(name, 7)) filter (where starts_with(name, 'after.')), '{}') as afters,
		jsonb_object_agg(name, encode(sha256(salt || convert_to(value #>> '{}', 'UTF8')), 'hex')) as commitments
	from audit_fields
	group by entry_id
) f
where f.entry_id = r.id;

-- An entry's details as they were written, without what has gone since.
create function audit_details (entry bigint, staying jsonb) returns jsonb
language sql stable
as $$
	select case when count(*) = 0 then staying else staying
		|| coalesce(jsonb_object_agg(name, value) filter (where strpos(name, '.') = 0), '{}')
		|| case when bool_or(starts_with(name, 'before.')) then jsonb_build_object('before', coalesce(staying -> 'before', '{}')
			|| jsonb_object_agg(substr(name, 8), value) filter (where starts_with(name, 'before.'))) else '{}' end
		|| case when bool_or(starts_with(name, 'after.')) then jsonb_build_object('after', coalesce(staying -> 'after', '{}')
			|| jsonb_object_agg(substr(name, 7), value) filter (where starts_with(name, 'after.'))) else '{}' end
	end
	from audit_fields where entry_id = entry
$$;

-- As people read them.
create view audit_entries as
select id, at, actor, action, uid, reason_code, audit_details(id, details) as details from audit_records;
