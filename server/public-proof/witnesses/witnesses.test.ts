import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { send } from '../../../test/sites/json-client.ts';
import { openTestProduct } from '../../../test/sites/product.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { earn } from '../../../test/support/database.ts';
import { hasPython, runChecker } from '../../../test/support/python.ts';
import { checkpointDeps } from '../../app/published-settings.ts';
import { makeCheckpoint } from '../make-checkpoint.ts';
import { askWitnesses, listWitnessAlerts } from './ask-witnesses.ts';
import { originOf, readWitness, verifierKeyOf } from './signed-note.ts';

const { product, database } = openTestProduct({ env: { PUBLIC_PROOF: 'on' } });
const { app, owner } = database;
const FIRST = 'witness.sandbox/first';
const SECOND = 'witness.sandbox/second';

const misbehave = (id: string, fault: string) =>
	send('POST', `${product().sandbox.url}/control/witnesses/${id}`, { fault });
const deps = () => product().deps;
const alerts = async (laterMs = 0) =>
	(await listWitnessAlerts({ ...deps(), clock: { now: () => Date.now() + laterMs } })).map(({ message }) =>
		message.replace(/\+.*: /, ': '),
	);
const note = async () => (await fetch(`${product().url}/proof/note`)).text();
const signers = async () => [...(await note()).matchAll(/^— (\S+) /gm)].map(([, name]) => name).slice(1);
async function checkpoint(transfers: number) {
	const uid = crypto.randomUUID();
	for (let n = 0; n < transfers; n += 1) await earn(app, uid, { atMs: Date.now() });
	return makeCheckpoint({ ...checkpointDeps(deps()), owner });
}

test('a site without a checkpoint has no note', async () => {
	await askWitnesses(deps());
	expect((await fetch(`${product().url}/proof/note`)).status).toBe(404);
});

test('witnesses cosign each checkpoint as the log grows', async () => {
	for (const transfers of [0, 1, 2, 5, 0]) {
		const made = await checkpoint(transfers);
		await Promise.all([askWitnesses(deps()), askWitnesses(deps())]);
		expect(await signers(), `${transfers}`).toEqual([FIRST, SECOND]);
		const [origin, size] = (await note()).split('\n');
		expect([origin, size]).toEqual([originOf(deps().config.publicUrl), String(made.transfers.count)]);
	}
	expect(await alerts()).toEqual([]);
});

const folder = testFolder();

test.runIf(hasPython)('the Python checker accepts the cosigned note and rejects changed ones', async () => {
	const witnesses = deps().config.witnesses.map(verifierKeyOf);
	const check = async (text: string, keys = witnesses) => {
		await writeFile(join(folder, 'note'), text);
		const given = ['note', join(folder, 'note'), '--keys', product().url, '--checkpoints', product().url];
		return (await runChecker('check_proof', ...given, ...keys.flatMap((key) => ['--witness', key]))).output;
	};
	const text = await note();
	const [first = '', second = ''] = text.split('\n').filter((line) => line.startsWith('— witness'));
	const flipped = Buffer.from(first.split(' ')[2] ?? '', 'base64');
	flipped.writeUInt8((flipped.readUInt8(40) + 1) % 256, 40);
	expect(await check(text)).toContain(`cosigned by ${FIRST} at `);
	expect(await check(text.replace(`${second}\n`, ''))).toContain(`${SECOND} cosigned the note`);
	expect(await check(text.replace(first, `— ${FIRST} ${flipped.toString('base64')}`))).toContain(
		`cosignature of ${FIRST} holds`,
	);
	expect(await check(text.replace(/\n\d+\n/, '\n999\n'))).toContain('the note has the log of its checkpoint');
	expect(await check(text, [`${FIRST}+00000000+${witnesses[0]?.split('+')[2]}`])).toContain('has its ID');
});

test.each([
	['wrong-signature', 'a wrong signature'],
	['unknown-key', 'no signature of the known key'],
	['old-time', 'a time far from now'],
])('a cosignature with the fault %s is refused and alerted, until a valid one follows', async (fault, problem) => {
	await misbehave('second', fault);
	await checkpoint(1);
	await askWitnesses(deps());
	expect(await signers()).toEqual([FIRST]);
	expect(await alerts()).toEqual([`The witness ${SECOND}: ${problem}.`]);
	await misbehave('second', 'none');
	await askWitnesses(deps());
	expect([await signers(), await alerts()]).toEqual([[FIRST, SECOND], []]);
});

test('a silent witness is alerted after a day, and the last cosigned checkpoint stays visible', async () => {
	for (const id of ['first', 'second']) await misbehave(id, 'unavailable');
	const before = await note();
	await checkpoint(1);
	await askWitnesses(deps());
	expect([await note(), await alerts()]).toEqual([before, []]);
	expect(await alerts(25 * 3_600_000)).toHaveLength(2);
	for (const id of ['first', 'second']) await misbehave(id, 'none');
	await askWitnesses(deps());
	expect([await signers(), await alerts()]).toEqual([[FIRST, SECOND], []]);
});

test('a log that lost or changed transfers is not cosigned, and is alerted', async () => {
	await sql`update cosignatures set size = 0`.execute(owner);
	await checkpoint(1);
	await askWitnesses(deps());
	expect(await signers(), 'a lost size is asked for').toEqual([FIRST, SECOND]);
	const { n, transfers } = await checkpoint(1);
	const { rows } = await sql<{ body: string }>`select body from proof_checkpoints where n = ${n}`.execute(owner);
	const changed = { ...JSON.parse(rows[0]?.body ?? ''), transfers: { ...transfers, root: '0'.repeat(64) } };
	await sql`update proof_checkpoints set body = ${JSON.stringify(changed)} where n = ${n}`.execute(owner);
	await askWitnesses(deps());
	expect(await alerts()).toEqual(
		[FIRST, SECOND].map((name) => `The witness ${name}: the witness refused with status 422.`),
	);
	const smaller = { ...changed, transfers: { count: 1, root: transfers.root } };
	await sql`update proof_checkpoints set body = ${JSON.stringify(smaller)} where n = ${n}`.execute(owner);
	await askWitnesses(deps());
	expect((await alerts())[0]).toContain('the witness has seen another log of ');
	await sql`update proof_checkpoints set body = ${rows[0]?.body} where n = ${n}`.execute(owner);
});

test.each([
	['witness.example/w+00000000+BDxfyUerknGPlBHMVvVVVU/Lw2sF8s6Sdy3zKC4eGbKF https://w.example'],
	['witness.sandbox/first+0136059e+BDxfyUerknGPlBHMVvVVVU/Lw2sF8s6Sdy3zKC4eGbI= https://w.example'],
	['witness.sandbox/first+0136059e+BDxfyUerknGPlBHMVvVVVU/Lw2sF8s6Sdy3zKC4eGbKF'],
	['witness.sandbox/first+0136059e https://w.example'],
])('the setting rejects a witness with a wrong key, ID or URL: %s', (line) => {
	expect(readWitness(line)).toBeUndefined();
});
