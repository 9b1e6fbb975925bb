-- Entries never change. Personal values are stored beside them and can be deleted; an entry keeps the SHA-256 of salt and value.

alter table audit_entries rename to audit_records;
alter table audit_records
	add column reason_code text,
	add column commitments jsonb not null default '{}';

create table audit_fields (
	entry_id bigint not null,
	name text not null,
	-- The account whose deletion erases the value.
	owner uuid,
	salt bytea not null check (octet_length(salt) = 32),
	value jsonb not null,
	primary key (entry_id, name)
);

create index audit_fields_owner on audit_fields (owner) where owner is not null;

-- The hash chain follows commit order, so `n` has no gaps.
create table audit_seals (
	n bigint primary key check (n > 0),
	entry_id bigint not null unique,
	-- SHA-256 of the previous hash (32 zero bytes for the first) and the entry as canonical JSON.
	hash bytea not null check (octet_length(hash) = 32),
	sealed_at timestamptz not null default now()
);

-- Moves texts of earlier entries into fields.
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

create view audit_entries as
select id, at, actor, action, uid, reason_code, audit_details(id, details) as details from audit_records;
