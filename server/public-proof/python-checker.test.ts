import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { asRobuxCents } from '../../contract/money.ts';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { openSite } from '../../test/sites/identity-site.ts';
import type { Json } from '../../test/sites/json-client.ts';
import { type Entry, treeOf } from '../../test/support/any-tree.ts';
import { testFolder } from '../../test/support/contents-of.ts';
import { earn, openTestDatabase } from '../../test/support/database.ts';
import { checkersFolder, hasPython, runChecker } from '../../test/support/python.ts';
import { checkpointDeps } from '../app/published-settings.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { openWallet } from '../ledger/wallet.ts';
import { inTransaction } from '../lib/db/database.ts';
import { prepareTree } from './liabilities/liability-trees.ts';
import { makeCheckpoint } from './make-checkpoint.ts';

const database = openTestDatabase({ afterEachTest: async () => {} });
const site = openSite(database, { env: { PUBLIC_PROOF: 'on' } });
const { app, owner } = database;
const folder = testFolder();
let url: string;

const check = (...args: string[]) => runChecker('check_proof', ...args);
async function checkEach(all: readonly string[][]): Promise<string[]> {
	const program = `import json, sys; sys.path.insert(0, ${JSON.stringify(checkersFolder)}); import check_proof
for arguments in json.loads(sys.argv[1]): print(check_proof.main(arguments))`;
	const { stdout } = await promisify(execFile)('python3', ['-B', '-c', program, JSON.stringify(all)]);
	return stdout.trim().split(/(?<=\n[01])\n/);
}
const ROOT = 'leads to the published root';
const file = (name: string) => join(folder, name);
async function keep(name: string, value: unknown): Promise<string> {
	await writeFile(file(name), JSON.stringify(value));
	return file(name);
}
const read = async (path: string) => (await site.get(path)).json();
const checkpoint = () => makeCheckpoint({ ...checkpointDeps(site.deps), owner });

beforeAll(async () => {
	url = await site.app.listen({ port: 0, host: '127.0.0.1' });
});

describe.runIf(hasPython)('the Python checker', () => {
	test('accepts an honest site, also against a saved state', async () => {
		const { uid } = await site.signUp();
		for (let n = 0; n < 5; n += 1) {
			await earn(app, uid, { atMs: Date.now() });
			await checkpoint();
		}
		expect(await check('site', url, '--keep', file('kept'))).toMatchObject({
			code: 0,
			output: expect.stringContaining('HOLDS: 1 keys, 5 checkpoints, 5 transfers'),
		});
		await earn(app, uid, { atMs: Date.now() });
		await checkpoint();
		expect((await check('site', url, '--since', file('kept'))).code).toBe(0);
	});

	test('accepts each kind of receipt that is in the log and rejects changed or invented ones', async () => {
		const who = await site.signUp();
		await openWallet(app, who.uid);
		const fact = `offer/w/${randomUUID()}`;
		const references = {
			credit: `${fact}/credit`,
			reversal: `${fact}/reversal`,
			'adjustment-up': `adjustment/${randomUUID()}`,
			'withdrawal-hold': `withdrawal/${randomUUID()}/hold`,
			'withdrawal-paid': `withdrawal/${randomUUID()}/paid`,
		} as const;
		await keep('keys', await read('/.well-known/lootpass-proof.json'));
		const receipts: Json[] = [];
		for (const [kind, reference] of Object.entries(references) as [keyof typeof references, string][]) {
			const wall = fact && reference.startsWith(fact) ? 'w' : undefined;
			const transfer = { kind, uid: who.uid, wall, amount: asRobuxCents(500), reference, atMs: Date.now() };
			const { id } = await inTransaction(app, (tx) => postTransfer(tx, transfer));
			const { result } = (await site.call('getReceipt', { id: String(id) }, who.accessToken)).json();
			if (kind !== 'withdrawal-hold') receipts.push(result);
		}
		expect((await check('receipt', await keep('r', receipts[0]), '--keys', url, '--site', url)).output).toContain(
			'no checkpoint counts it yet',
		);
		await checkpoint();
		const shown = await Promise.all(receipts.map((receipt) => keep(`receipt-${receipt.kind}`, receipt)));
		const results = await checkEach(shown.map((each) => ['receipt', each, '--keys', file('keys'), '--site', url]));
		expect(results).toEqual(
			receipts.map(({ kind }) =>
				expect.stringMatching(`^HOLDS: ${kind} of 5.00, .* in the log of checkpoint \\d+\\n0$`),
			),
		);
		await keep('receipt', { ...receipts[0], amount: '501' });
		const checked = (...more: string[]) => check('receipt', file('receipt'), '--keys', file('keys'), ...more);
		const broken = (problem: string) => ({ code: 1, output: expect.stringContaining(problem) });
		const output = 'BROKEN: it does not hold that the signature of the receipt holds\n';
		expect(await checked()).toMatchObject({ code: 1, output });
		const { signature: _, ...lie } = { ...receipts[0], amount: '501' };
		await keep('receipt', { ...lie, signature: site.deps.proofKey.sign(lie) });
		expect(await checked('--site', url)).toMatchObject(broken('the transfer of the receipt is in'));
		const { signature: _own, ...invented } = { ...receipts[0], id: 'A'.repeat(22) };
		await keep('receipt', { ...invented, signature: site.deps.proofKey.sign(invented) });
		expect(await checked('--site', url)).toMatchObject(broken('the site has this receipt'));
	});

	test('accepts a liability proof as the page saves it and rejects any change', async () => {
		const [who, other] = [await site.signUp(), await site.signUp()];
		for (const { uid } of [who, other, who]) await earn(app, uid, { atMs: Date.now() });
		const made = await makeCheckpoint({ ...checkpointDeps(site.deps), owner, ...(await prepareTree(owner)) });
		const proof = (await site.call('getLiabilityProof', {}, who.accessToken)).json().result;
		await keep('keys', await read('/.well-known/lootpass-proof.json'));
		await keep('checkpoint', { items: [made] });
		const against = ['--checkpoints', file('checkpoint'), '--keys', file('keys')];
		const held = await keep('path', { uid: who.uid, ...proof });
		expect(await check('liability', held, ...against)).toMatchObject({
			code: 0,
			output: expect.stringMatching(/^HOLDS: 2\.00 of \d+\.00 that are owed/),
		});
		expect((await check('liability', held, '--checkpoints', `${url}/proof/liabilities`, '--keys', url)).code).toBe(0);

		const [first, ...rest] = proof.path;
		const flipped = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
		const wrong = [
			[{ salt: flipped(proof.salt) }, ROOT],
			[{ amount: '201', spendable: '201' }, ROOT],
			[{ spendable: '201' }, 'the sum of its parts'],
			[{ uid: other.uid }, ROOT],
			[{ path: [{ ...first, hash: flipped(first.hash) }, ...rest] }, ROOT],
			[{ path: [{ ...first, sum: `-${first.sum}` }, ...rest] }, 'is a whole number'],
			[{ path: [{ ...first, sum: String(2n ** 63n) }, ...rest] }, 'too large'],
			[{ index: proof.index + 2 ** proof.path.length }, 'that of the index'],
			[{ at: '1' }, 'of the moment of the checkpoint'],
			[{ path: [] }, 'a tree has two leaves'],
		] as const;
		const paths = await Promise.all(
			wrong.map(([changes], at) => keep(`changed-${at}`, { uid: who.uid, ...proof, ...changes })),
		);
		const results = await checkEach(paths.map((path) => ['liability', path, ...against]));
		expect(results).toEqual(wrong.map(([, broken]) => expect.stringMatching(`^BROKEN: .*${broken}.*\n1$`)));
		await keep('checkpoint', { items: [{ ...made, liabilities: { ...made.liabilities, sum: '1' } }] });
		expect((await check('liability', held, ...against)).output).toContain('the signature of the checkpoint holds');
	});

	test('detects a signed tree that omits, understates or shares a leaf, or has a negative amount', async () => {
		const people = [7, 8, 9, 10, 11].map((amount) => ({ uid: randomUUID(), amount: BigInt(amount * 100) }));
		const [me, ...others] = people as [Entry, ...Entry[]];
		const reported = async (entries: Entry[], amount = me.amount) => {
			const proof = treeOf(1, entries).proofAt(0, amount);
			const { day, root, sum, checkpoint: n, at } = proof;
			const liabilities = { day, root, sum, below_zero: '0', people: entries.length };
			const unsigned = { n, at, liabilities, key: site.deps.proofKey.id };
			await keep('signed', { ...unsigned, signature: site.deps.proofKey.sign(unsigned) });
			const path = await keep('told', { uid: me.uid, ...proof });
			return check('liability', path, '--checkpoints', file('signed'), '--keys', url);
		};
		expect((await reported(people)).code).toBe(0);
		expect((await reported(others)).output).toContain(ROOT);
		expect((await reported([{ ...me, amount: me.amount - 1n }, ...others])).output).toContain(ROOT);
		const shared = { uid: others[0]?.uid ?? '', amount: me.amount };
		expect((await reported([shared, ...others.slice(1)])).output).toContain(ROOT);
		const negative = { uid: 'nobody', amount: -100_000n };
		expect((await reported([me, negative, ...others])).output).toContain('is a whole number');
	});

	test('detects a rewritten checkpoint, a rebuilt log and a difference from a saved checkpoint', async () => {
		const [row] = (await sql<{ body: string }>`select body from proof_checkpoints where n = 2`.execute(owner)).rows;
		const body = row?.body ?? '';
		const put = (text: string) => sql`update proof_checkpoints set body = ${text} where n = 2`.execute(owner);
		await put(body.replace('"wallet":"200"', '"wallet":"300"'));
		expect((await check('site', url)).output).toContain('the signature of checkpoint 2 holds');
		const { signature: _, ...changed } = JSON.parse(body);
		changed.transfers.root = '0'.repeat(64);
		await put(canonicalJson({ ...changed, signature: site.deps.proofKey.sign(changed) }));
		expect((await check('site', url)).output).toContain('checkpoint 3 follows the one before');
		await put(body);
		expect((await check('site', url)).code).toBe(0);

		const stored = JSON.parse(await readFile(file('kept'), 'utf8'));
		stored.items[0].version = randomUUID();
		await keep('another', stored);
		expect((await check('site', url, '--since', file('another'))).output).toContain('is the one that was kept');

		await sql`update transfer_log_chunks set hashes = set_byte(hashes, 3, get_byte(hashes, 3) # 1)`.execute(owner);
		expect((await check('site', url)).output).toMatch(/is the beginning of the newest|is in the log/);
	});

	test('detects daily figures of fewer than ten orders, inconsistent figures and an unfinished day', async () => {
		const [row] = (await sql<{ body: string }>`select body from proof_checkpoints where n = 2`.execute(owner)).rows;
		const band = { from: '0', to: '4999', orders: 10, median_s: 5, p95_s: 5 };
		const refund = { reason: 'other', count: 10 };
		const reported = async (day: string, bands: object[], refunds: object[]) => {
			const { signature: _, ...changed } = { ...JSON.parse(row?.body ?? ''), status: { day, bands, refunds } };
			const body = canonicalJson({ ...changed, signature: site.deps.proofKey.sign(changed) });
			await sql`update proof_checkpoints set body = ${body} where n = 2`.execute(owner);
			return (await check('site', url)).output;
		};
		const day = '2026-03-02';
		const above = { ...band, from: '5000', to: '150000' };
		expect(await reported(day, [band, above], [refund])).toContain('checkpoint 3 follows the one before');
		expect(await reported('2999-01-01', [], [])).toContain('was over');
		expect(await reported(day, [{ ...band, orders: 9 }], [])).toContain('is of fewer than ten orders');
		expect(await reported(day, [{ ...band, p95_s: 4 }], [])).toContain('is above its 95 %');
		expect(await reported(day, [band, { ...above, from: '4999' }], [])).toContain('follow each other');
		expect(await reported(day, [], [refund, refund])).toContain('is counted once');
		expect(await reported(day, [], [{ ...refund, count: 9 }])).toContain('is of fewer than ten refunds');
	});

	test('exits with 2 on wrong usage', async () => expect((await check('nothing')).code).toBe(2));
});
