import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/support/database.ts';
import { eraseAuditFieldsOf, recordAudit } from '../audit.ts';
import { inTransaction, rowsOf } from '../db/database.ts';
import { findAuditHead, sealAudit } from './audit-chain.ts';
import { checkAudit } from './check-audit.ts';

const database = openTestDatabase({ poolSize: 10 });
const { app, owner } = database;
const admin = randomUUID();
const NOTE = 'chargebacks: Three surveys in a minute.';

const record = (uid: string, details: object = { reason: NOTE, before: { state: 'none' }, after: { amount: 12.5 } }) =>
	inTransaction(app, (tx) =>
		recordAudit(tx, {
			atMs: Date.now(),
			actor: admin,
			action: 'adjust',
			uid,
			details: { ...details, ip: '192.0.2.1' },
			keeps: ['amount', 'banned_at', 'state'],
		}),
	);
const seal = () => sealAudit({ owner });
const look = (since?: { count: number; head: string }) => checkAudit(app, since);
const found = async () => (await look()).problems.map(({ rule }) => rule);
const idOf = async (n: number) => {
	const [row] = await rowsOf<{ id: number }>(owner)`select entry_id as id from audit_seals where n = ${n}`;
	return row?.id ?? 0;
};

async function user(): Promise<string> {
	const uid = randomUUID();
	await sql`insert into users (uid, created_at) values (${uid}, now())`.execute(owner);
	return uid;
}

const tamper = (statement: ReturnType<typeof sql>) => statement.execute(owner);

beforeEach(async () => {
	await sql`truncate audit_records, audit_fields, audit_seals`.execute(owner);
	for (let n = 0; n < 5; n += 1) await record(await user());
	await seal();
});

test('the chain is valid, continues, and identifies all entries by one hash', async () => {
	const before = await look();
	expect(before).toMatchObject({ count: 5, head: expect.stringMatching(/^[0-9a-f]{64}$/), unsealed: 0, problems: [] });
	await record(await user());
	expect(await look(before)).toMatchObject({ count: 5, unsealed: 1, problems: [] });
	await Promise.all([seal(), seal()]);
	const after = await look(before);
	expect(after).toMatchObject({ count: 6, unsealed: 0, problems: [] });
	expect(await findAuditHead(app)).toEqual({ count: after.count, head: after.head });
	expect(after.head).not.toBe(before.head);
});

test('the chain has a head of zeros if the audit is empty', async () => {
	await sql`truncate audit_records, audit_fields, audit_seals`.execute(owner);
	await seal();
	expect(await look()).toEqual({ count: 0, head: '0'.repeat(64), unsealed: 0, problems: [] });
});

test('the chain seals more than one batch, each entry once', async () => {
	await sql`
		insert into audit_records (at, actor, action, details) select now(), 'system', 'many', '{}' from generate_series(1, 5500)
	`.execute(owner);
	await seal();
	expect(await look()).toMatchObject({ count: 5_505, unsealed: 0, problems: [] });
});

test('the chain seals an entry that was committed late in a later run', async () => {
	const uid = await user();
	await inTransaction(app, async (tx) => {
		await recordAudit(tx, { atMs: Date.now(), actor: 'system', action: 'slow', uid, details: {} });
		await record(uid);
		await seal();
		expect((await look()).count).toBe(6);
	});
	await seal();
	expect(await look()).toMatchObject({ count: 7, unsealed: 0, problems: [] });
	expect(await idOf(7)).toBeLessThan(await idOf(6));
});

test('the chain is append-only for the owner; the application role cannot seal, rewrite or delete entries', async () => {
	for (const change of [
		sql`insert into audit_seals (n, entry_id, hash) values (9, 9, ${Buffer.alloc(32)})`,
		sql`update audit_seals set n = n + 1`,
		sql`delete from audit_seals`,
		sql`update audit_records set details = '{}'`,
		sql`delete from audit_records`,
		sql`update audit_fields set value = '"x"'`,
	]) {
		await expect(change.execute(app)).rejects.toThrow('permission denied');
	}
});

test("the deletion of an account keeps amounts, states, reason codes and the admin's IP address, and the chain stays valid", async () => {
	const uid = await user();
	const banned = { before: { banned_at: null }, after: { banned_at: 5, ban_reason: 'Three surveys.' } };
	await record(uid);
	await record(uid, { ...banned, note: 'wrote from the pier' });
	await seal();
	const before = await look();
	await inTransaction(app, async (tx) => {
		await sql`update users set deleted_at = now() where uid = ${uid}`.execute(tx);
		await eraseAuditFieldsOf(tx, uid);
	});
	const stored = await rowsOf(owner)`select reason_code, details from audit_entries where uid = ${uid} order by id`;
	expect(stored).toEqual([
		{ reason_code: 'chargebacks', details: { before: { state: 'none' }, after: { amount: 12.5 }, ip: '192.0.2.1' } },
		{ reason_code: null, details: { before: { banned_at: null }, after: { banned_at: 5 }, ip: '192.0.2.1' } },
	]);
	expect(await look(before)).toMatchObject({ count: 7, problems: [] });
	expect(JSON.stringify(await rowsOf(owner)`select * from audit_fields`)).not.toContain('pier');
});

test('the deletion of an account prevents personal fields in later entries about the user', async () => {
	const uid = await user();
	await sql`update users set deleted_at = now() where uid = ${uid}`.execute(owner);
	await record(uid);
	await seal();
	const fields = await rowsOf(owner)`
		select name from audit_fields f join audit_records r on r.id = f.entry_id where r.uid = ${uid}
	`;
	expect(fields).toEqual([{ name: 'ip' }]);
	expect(await found()).toEqual([]);
});

const isRewritten = 'no sealed audit entry was changed';
const isMissing = 'no sealed audit entry is missing';
const isUncommitted = 'personal fields of audit entries match their commitments';
const isErased = 'personal fields are only erased for deleted accounts';
test.each([
	['a changed amount', `update audit_records set details = '{"after": {"amount": 1}}' where id = :id`, isRewritten],
	['a changed actor', "update audit_records set actor = 'system' where id = :id", isRewritten],
	[
		'a changed time',
		"update audit_records set at = (at at time zone 'utc' - interval '1 s') at time zone 'utc' where id = :id",
		isRewritten,
	],
	['a changed reason code', "update audit_records set reason_code = 'terms' where id = :id", isRewritten],
	['removed commitments', "update audit_records set commitments = '{}' where id = :id", isRewritten],
	['a deleted entry', 'delete from audit_records where id = :id', isMissing],
	['a deleted seal', 'delete from audit_seals where entry_id = :id', isMissing],
	['a changed note', `update audit_fields set value = '"x"' where entry_id = :id and name = 'reason'`, isUncommitted],
	['a note added to an entry', `insert into audit_fields values (:id, 'x', null, sha256(''), '"x"')`, isUncommitted],
	['an erased note', "delete from audit_fields where entry_id = :id and name = 'reason'", isErased],
])('the check of the chain detects %s', async (_, statement, rule) => {
	expect(await found()).toEqual([]);
	await tamper(sql.raw(statement.replace(':id', String(await idOf(3)))));
	expect(await found()).toContain(rule);
});

test('two swapped entries are detected', async () => {
	const [third, fourth] = [await idOf(3), await idOf(4)];
	await tamper(sql`delete from audit_seals where n in (3, 4)`);
	await tamper(sql`
		insert into audit_seals (n, entry_id, hash) values (3, ${fourth}, ${Buffer.alloc(32, 1)}), (4, ${third}, ${Buffer.alloc(32, 2)})
	`);
	expect(await found()).toContain(isRewritten);
});

test('an entry inserted later with an earlier id is detected', async () => {
	await tamper(sql`update audit_seals set sealed_at = now() - interval '2 hours'`);
	const id = (await idOf(1)) - 1;
	await tamper(sql`
		insert into audit_records (id, at, actor, action, details) overriding system value
		select ${id}::bigint, at, actor, action, details from audit_records where id = ${await idOf(1)}
	`);
	await seal();
	expect(await found()).toEqual(['every audit entry is sealed']);
});

test('a truncated or rewritten history is detected if an earlier head is known', async () => {
	const before = await look();
	const last = await idOf(5);
	await tamper(sql`delete from audit_seals where n = 5`);
	await tamper(sql`delete from audit_records where id = ${last}`);
	expect(await found()).toEqual([]);
	expect((await look(before)).problems).toEqual([
		{ rule: 'the audit continues from the earlier check', detail: '4 entries instead of 5' },
	]);
	await record(await user());
	await seal();
	expect((await look(before)).problems).toMatchObject([{ rule: 'the audit continues from the earlier check' }]);
});
