import { randomUUID } from 'node:crypto';
import { asRobuxCents } from '../../../contract/money.ts';
import { openSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { checkpointDeps } from '../../app/published-settings.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import type { TransferKind } from '../../ledger/transfer.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { makeCheckpoint } from '../make-checkpoint.ts';
import { isSignedBy } from '../proof-key.ts';
import { checkReceipt } from './get-receipt.ts';
import { createReceiptIds } from './receipt-ids.ts';

const database = openTestDatabase();
const site = openSite(database, { env: { PUBLIC_PROOF: 'on' } });
const { app, owner } = database;

async function post(uid: string, kind: TransferKind, reference: string, amount = 500): Promise<string> {
	const wall = ['boost', 'boost-reversal', 'promotion', 'credit-release'].includes(kind) ? undefined : 'w';
	await openWallet(app, uid);
	const transfer = { kind, uid, amount: asRobuxCents(amount), reference, atMs: Date.now(), wall };
	return String((await inTransaction(app, (tx) => postTransfer(tx, transfer))).id);
}
const receiptOf = async (who: Person, id: string) =>
	(await site.call('getReceipt', { id }, who.accessToken)).json().result;
const read = async (path: string) => (await site.get(path)).json();

test('a credit has a receipt readable by its address and linked with its reversal', async () => {
	const who = await site.signUp();
	const fact = `offer/w/${randomUUID()}`;
	const [credit, boost] = [
		await post(who.uid, 'credit', `${fact}/credit`),
		await post(who.uid, 'boost', `${fact}/boost`, 50),
	];
	const receipt = await receiptOf(who, credit);
	expect(receipt).toEqual({
		version: '1',
		id: expect.stringMatching(/^[\w-]{22}$/),
		kind: 'credit',
		amount: '500',
		at: expect.stringMatching(/^\d{13}$/),
		user: expect.stringMatching(/^[0-9a-f]{64}$/),
		transfer: credit,
		reference: expect.stringMatching(/^[0-9a-f]{64}$/),
		reverses: null,
		key: site.deps.proofKey.id,
		signature: expect.stringMatching(/^[\w-]{86}$/),
	});
	expect(isSignedBy(site.deps.proofKey.publicKey, receipt)).toBe(true);
	const answer = await site.get(`/receipt/${receipt.id}.json`);
	expect(answer.json()).toEqual(receipt);
	expect(answer.headers).toMatchObject({
		'cache-control': 'no-store',
		'x-robots-tag': 'noindex',
		'referrer-policy': 'no-referrer',
	});
	expect(await read(`/receipt/${receipt.id}/state`)).toEqual({ reversed_by: null, checkpoint: null, index: null });

	const { n, transfers } = await makeCheckpoint({ ...checkpointDeps(site.deps), owner });
	await post(who.uid, 'boost-reversal', `${fact}/boost-reversal`, 50);
	const reversal = await receiptOf(who, await post(who.uid, 'reversal', `${fact}/reversal`));
	expect(reversal).toMatchObject({ kind: 'reversal', reverses: receipt.id });
	const state = await read(`/receipt/${receipt.id}/state`);
	expect(state).toMatchObject({ reversed_by: reversal.id, checkpoint: n });
	expect(state.index).toBeLessThan(transfers.count);
	expect(await receiptOf(who, receipt.id)).toEqual(receipt);
	const bonus = await receiptOf(who, boost);
	expect((await read(`/receipt/${bonus.id}/state`)).reversed_by).toMatch(/^[\w-]{22}$/);

	const { items } = (await site.call('getOfferHistory', { limit: 25 }, who.accessToken)).json().result;
	expect(items.find(({ id }: { id: string }) => id === credit).receipt).toBe(receipt.id);
});

test('a receipt of another user, a pending credit or a guessed id is not found', async () => {
	const [who, other] = [await site.signUp(), await site.signUp()];
	const credit = await post(who.uid, 'credit', `offer/w/${randomUUID()}/credit`);
	const held = await post(who.uid, 'credit-hold', `offer/w/${randomUUID()}/credit`);
	const { id } = await receiptOf(who, credit);
	const statusFor = async ({ accessToken }: Person, subject: string) =>
		(await site.call('getReceipt', { id: subject }, accessToken)).json().error.status;
	for (const subject of [credit, id]) expect(await statusFor(other, subject)).toBe('NOT_FOUND');
	const others = [held, '999999999', 'A'.repeat(22), randomUUID()];
	for (const subject of others) expect(await statusFor(who, subject)).toBe('NOT_FOUND');
	const { items } = (await site.call('getOfferHistory', { limit: 25 }, who.accessToken)).json().result;
	expect(items.map(({ receipt }: { receipt: string | null }) => receipt)).toEqual([null, id]);
	for (const guess of ['A'.repeat(22), `${id.slice(0, -2)}AA`, `${id}=`, credit, '..%2f..']) {
		expect((await site.get(`/receipt/${guess}.json`)).statusCode, guess).toBe(404);
		expect((await site.get(`/receipt/${guess}/state`)).statusCode, guess).toBe(404);
	}
});

test('receipt ids are a reversible permutation that hides order and count', () => {
	const ids = createReceiptIds(Buffer.alloc(32, 1));
	const made = Array.from({ length: 500 }, (_, at) => ids.idOf(at + 1));
	expect(new Set(made.map((id) => id.slice(0, 6))).size).toBeGreaterThan(490);
	expect(made.map(ids.transferOf)).toEqual(made.map((_, at) => at + 1));
	expect(ids.transferOf(ids.idOf(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
	expect(createReceiptIds(Buffer.alloc(32, 2)).transferOf(made[0] as string)).toBeUndefined();
});

test('a receipt is checked against keys and ledger', async () => {
	const who = await site.signUp();
	const fact = `offer/w/${randomUUID()}`;
	const receipt = await receiptOf(who, await post(who.uid, 'credit', `${fact}/credit`));
	const signed = (changes: object) => {
		const changed = { ...receipt, ...changes };
		return { ...changed, signature: site.deps.proofKey.sign(changed) };
	};
	expect(await checkReceipt(app, receipt)).toBe('holds');
	expect(await checkReceipt(app, { hello: 1 })).toBe('not-a-receipt');
	expect(await checkReceipt(app, { ...receipt, amount: '50000' })).toBe('not-signed-by-us');
	expect(await checkReceipt(app, signed({ amount: '50000' }))).toBe('another-transfer');
	expect(await checkReceipt(app, signed({ id: 'A'.repeat(22) }))).toBe('no-transfer');
});
