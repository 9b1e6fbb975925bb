import { randomUUID } from 'node:crypto';
import { asRobuxCents } from '../../contract/money.ts';
import type { Transfer } from '../../contract/treasury.ts';
import { openAdmin, openAdminSite, plainWall } from '../../test/sites/identity-site.ts';
import { earn, openTestDatabase, purgeEarnings } from '../../test/support/database.ts';
import { compactAccountBuckets } from '../ledger/compact-buckets.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { inTransaction } from '../lib/db/database.ts';

const database = openTestDatabase();
const { app, owner } = database;
const site = openAdminSite(database, { walls: [plainWall({ id: 'w', name: 'The wall' })] });
const admin = openAdmin(site);
beforeEach(() => purgeEarnings(owner));

const MINUTE_MS = 60_000;
const noon = Date.UTC(2026, 0, 15, 12);

const rows = (account: string, range: object = {}, limit = 2) =>
	site.allOf<Transfer>('adminGetTransfers', { account, ...range, limit }, admin);
const payouts = (of: readonly Transfer[]) => of.map(({ payout }) => payout);

test('transfers are listed individually, newest first, for one wall or all, even after compaction', async () => {
	const uid = (await site.signUp()).uid;
	const at = [0, 1, 14, 15, 500, 5_000];
	for (const [n, minutes] of at.entries()) {
		await earn(app, uid, { wall: n % 2 ? 'w' : 'v', atMs: noon + minutes * MINUTE_MS, payout: (n + 1) * 1_000_000 });
	}
	expect(payouts(await rows('partner'))).toEqual([6, 5, 4, 3, 2, 1]);
	expect(payouts(await rows('partner:w'))).toEqual([6, 4, 2]);
	expect(payouts(await rows('partner:nobody'))).toEqual([]);
	const [newest] = await rows('partner:w');
	expect(newest).toMatchObject({ kind: 'credit', amount: 1, from: 'partner:w', to: 'wallet', user: { uid } });
	expect(newest?.wall).toEqual({ id: 'w', name: 'The wall' });
	await compactAccountBuckets(owner, Date.now());
	expect(payouts(await rows('partner', {}, 1))).toEqual([6, 5, 4, 3, 2, 1]);
	expect(payouts(await rows('partner', { from: noon + MINUTE_MS, until: noon + 15 * MINUTE_MS }))).toEqual([3, 2]);
	expect(payouts(await rows('partner', { from: noon + 16 * MINUTE_MS }))).toEqual([6, 5]);
	expect(payouts(await rows('partner', { until: noon + 1 }))).toEqual([1]);
});

test('transfers of the same moment are listed once over all pages', async () => {
	const uid = randomUUID();
	for (let n = 1; n <= 5; n += 1) await earn(app, uid, { atMs: noon, payout: n * 1_000_000 });
	expect(payouts(await rows('partner'))).toEqual([5, 4, 3, 2, 1]);
});

test('transfers are listed for one account or for all of its kind', async () => {
	const uid = randomUUID();
	await earn(app, uid, { atMs: noon, payout: 1 });
	await inTransaction(app, async (tx) => {
		const booked = { uid, amount: asRobuxCents(50), atMs: noon + MINUTE_MS };
		await postTransfer(tx, { ...booked, kind: 'promotion', reference: 'promotion/X/1' });
	});
	expect((await rows('house:promotions')).map(({ kind }) => kind)).toEqual(['promotion']);
	expect((await rows('house')).map(({ kind }) => kind)).toEqual(['promotion']);
	expect((await rows('partner')).map(({ kind }) => kind)).toEqual(['credit']);
	expect(await rows('payouts')).toEqual([]);
	await purgeEarnings(owner);
});

test.each(['wallet', 'pending', 'house:%', '', 'partner:'])('%j is not a shared account', async (account) =>
	expect(await site.callAs('adminGetTransfers', { account }, admin)).toMatchObject({ status: 'INVALID_ARGUMENT' }),
);
