import { type Database, inSnapshot, rowOf, rowsOf, type Tx } from '../db/database.ts';
import { type AuditHead, type AuditRecord, commitmentOf, LATE_ENTRIES, NO_HASH, sealOf } from './audit-chain.ts';

type AuditProblem = { rule: string; detail: string };
type AuditCheck = AuditHead & { unsealed: number; problems: readonly AuditProblem[] };

const PAGE_SIZE = 2_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const rules = {
	gap: 'no sealed audit entry is missing',
	chain: 'no sealed audit entry was changed',
	field: 'personal fields of audit entries match their commitments',
	erased: 'personal fields are only erased for deleted accounts',
	passed: 'every audit entry is sealed',
	since: 'the audit continues from the earlier check',
};

type SealedRow = Omit<AuditRecord, 'id'> & {
	n: number;
	entryId: number;
	hash: Buffer;
	id: number | null;
	fields: readonly { name: string; salt: string; value: unknown }[] | null;
};

/** @param since the head of an earlier check, because a database owner could reseal all entries. */
export async function checkAudit(db: Database, since?: AuditHead): Promise<AuditCheck> {
	return inSnapshot(db, async (tx) => {
		const problems: AuditProblem[] = [];
		let [count, hash]: [number, Buffer] = [0, NO_HASH];
		for (let page = await selectSealed(tx, 0); page.length > 0; page = await selectSealed(tx, count)) {
			for (const row of page) {
				if (row.n !== count + 1) problems.push({ rule: rules.gap, detail: `number ${count} is followed by ${row.n}` });
				problems.push(...linkProblems(hash, row), ...fieldProblems(row));
				[count, hash] = [row.n, row.hash];
				if (since?.count === count && since.head !== hash.toString('hex')) {
					problems.push({ rule: rules.since, detail: `number ${count} doesn't have the hash ${since.head}` });
				}
			}
			problems.push(...(await erasureProblems(tx, page)));
		}
		if (since && since.count > count) {
			problems.push({ rule: rules.since, detail: `${count} entries instead of ${since.count}` });
		}
		problems.push(...(await passedOver(tx)));
		return { count, head: hash.toString('hex'), unsealed: await countUnsealed(tx), problems };
	});
}

function linkProblems(previous: Buffer, { id, ...row }: SealedRow): AuditProblem[] {
	if (id === null) return [{ rule: rules.gap, detail: `number ${row.n}, entry ${row.entryId}, is missing` }];
	if (sealOf(previous, { ...row, id }).equals(row.hash)) return [];
	return [{ rule: rules.chain, detail: `number ${row.n}, entry ${id}, was changed` }];
}

function fieldProblems({ id, commitments, fields }: SealedRow): AuditProblem[] {
	if (id === null) return [];
	return (fields ?? [])
		.filter(({ name, salt, value }) => commitments[name] !== commitmentOf({ salt: Buffer.from(salt, 'hex'), value }))
		.map(({ name }) => ({ rule: rules.field, detail: `${name} of entry ${id} was changed` }));
}

async function erasureProblems(tx: Tx, page: readonly SealedRow[]): Promise<AuditProblem[]> {
	const gone = page.flatMap(({ id, actor, uid, commitments, fields }) =>
		Object.keys(id === null ? {} : commitments)
			.filter((name) => !fields?.some((field) => field.name === name))
			.map((name) => ({ id, name, owner: name === 'ip' ? actor : uid })),
	);
	if (gone.length === 0) return [];
	const owners = gone.flatMap(({ owner }) => (owner && UUID.test(owner) ? owner : []));
	const deleted = await rowsOf<{ uid: string }>(tx)`
		select uid from users where uid = any (${owners}::uuid[]) and deleted_at is not null
	`;
	const mayBeGone = new Set(deleted.map(({ uid }) => uid));
	return gone
		.filter(({ owner }) => owner === null || !mayBeGone.has(owner))
		.map(({ id, name }) => ({ rule: rules.erased, detail: `${name} of entry ${id} was erased` }));
}

function selectSealed(tx: Tx, after: number): Promise<SealedRow[]> {
	return rowsOf<SealedRow>(tx)`
		select n, s.entry_id as "entryId", hash, r.id, at, actor, action, uid, reason_code as "reasonCode", details,
			commitments, (
				select jsonb_agg(jsonb_build_object('name', name, 'salt', encode(salt, 'hex'), 'value', value))
				from audit_fields f where f.entry_id = s.entry_id
			) as fields
		from audit_seals s left join audit_records r on r.id = s.entry_id
		where n > ${after} order by n limit ${PAGE_SIZE}
	`;
}

async function passedOver(tx: Tx): Promise<AuditProblem[]> {
	const entries = await rowsOf<{ id: number }>(tx)`
		select id from audit_records r
		where id < (
			select entry_id from audit_seals where sealed_at < now() - ${LATE_ENTRIES}::interval order by n desc limit 1
		) and not exists (select from audit_seals s where s.entry_id = r.id)
		order by id limit 20
	`;
	return entries.map(({ id }) => ({ rule: rules.passed, detail: `entry ${id} was inserted later` }));
}

async function countUnsealed(tx: Tx): Promise<number> {
	const row = await rowOf<{ count: number }>(tx)`
		select count(*)::int as count from audit_records r where not exists (select from audit_seals s where s.entry_id = r.id)
	`;
	return row?.count ?? 0;
}
