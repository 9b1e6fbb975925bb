import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { openSite } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { earn } from '../../test/support/earnings.ts';
import { checkpointDeps } from '../app/published-settings.ts';
import { makeCheckpoint } from './make-checkpoint.ts';

/** The checker that ships in another language: what it needs is in docs/public-proof.md. */
const CHECKER = join(import.meta.dirname, '../../checkers/check_proof.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;

const database = openTestDatabase({ afterEachTest: async () => {} });
const site = openSite(database, { env: { PUBLIC_PROOF: 'on' } });
const { app, owner } = database;
let folder: string;
let url: string;

async function check(...args: string[]): Promise<{ code: number; said: string }> {
	const running = promisify(execFile)('python3', [CHECKER, ...args]);
	return running.then(
		({ stdout }) => ({ code: 0, said: stdout }),
		(error) => ({ code: error.code, said: `${error.stdout}${error.stderr}` }),
	);
}
const file = (name: string) => join(folder, name);
const checkpoint = () => makeCheckpoint({ ...checkpointDeps(site.deps), owner });

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lootpass-proof-'));
	url = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

if (!hasPython) console.warn('python3 is not here: the second checker of the public proof was NOT run');

describe.runIf(hasPython)('a checker that was written from the page alone', () => {
	test('says that an honest site holds, and keeps what it saw', async () => {
		const { uid } = await site.signUp();
		for (let n = 0; n < 5; n += 1) {
			await earn(app, uid, { atMs: Date.now() });
			await checkpoint();
		}
		expect(await check('site', url, '--keep', file('kept'))).toMatchObject({
			code: 0,
			said: expect.stringContaining('HOLDS: 1 keys, 5 checkpoints, 5 transfers'),
		});
		await earn(app, uid, { atMs: Date.now() });
		await checkpoint();
		expect((await check('site', url, '--since', file('kept'))).code).toBe(0);
	});

	test('and that a receipt does, until a letter of it is another', async () => {
		const who = await site.signUp();
		await earn(app, who.uid, { atMs: Date.now() });
		const { items } = (await site.call('getOfferHistory', {}, who.accessToken)).json().result;
		const receipt = (await site.call('getReceipt', { id: items[0].id }, who.accessToken)).json().result;
		await writeFile(file('keys'), (await site.get('/.well-known/lootpass-proof.json')).body);
		await writeFile(file('receipt'), JSON.stringify(receipt));
		expect(await check('receipt', file('receipt'), '--keys', file('keys'))).toMatchObject({ code: 0 });
		await writeFile(file('receipt'), JSON.stringify({ ...receipt, amount: '10001' }));
		const { code, said } = await check('receipt', file('receipt'), '--keys', file('keys'));
		expect([code, said]).toEqual([1, 'BROKEN: it does not hold that the signature of the receipt holds\n']);
	});

	test('finds a rewritten checkpoint, a log that was made anew, and what differs from a kept one', async () => {
		const [row] = (await sql<{ body: string }>`select body from proof_checkpoints where n = 2`.execute(owner)).rows;
		const body = row?.body ?? '';
		const put = (text: string) => sql`update proof_checkpoints set body = ${text} where n = 2`.execute(owner);
		await put(body.replace('"wallet":"200"', '"wallet":"300"'));
		expect((await check('site', url)).said).toContain('the signature of checkpoint 2 holds');
		// Whoever has the key can sign it anew: then the chain breaks behind it.
		const { signature: _, ...changed } = JSON.parse(body);
		changed.transfers.root = '0'.repeat(64);
		await put(canonicalJson({ ...changed, signature: site.deps.proofKey.sign(changed) }));
		expect((await check('site', url)).said).toContain('checkpoint 3 follows the one before');
		await put(body);
		expect((await check('site', url)).code).toBe(0);

		const kept = JSON.parse(await readFile(file('kept'), 'utf8'));
		kept.items[0].version = randomUUID();
		await writeFile(file('another'), JSON.stringify(kept));
		expect((await check('site', url, '--since', file('another'))).said).toContain('is the one that was kept');

		await sql`update transfer_log_chunks set hashes = set_byte(hashes, 3, (get_byte(hashes, 3) + 1) % 256)`.execute(
			owner,
		);
		expect((await check('site', url)).said).toMatch(/is the beginning of the newest|is in the log/);
	});

	test('ends with 2 for wrong use', async () => {
		expect((await check('nothing')).code).toBe(2);
	});
});
