import { randomUUID } from 'node:crypto';
import { asRobuxCents, asUsdMicros } from '../../../contract/money.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import type { TransferKind } from '../../ledger/transfer.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { getOfferHistory, getReward } from './get-offer-history.ts';

const { app: db } = openTestDatabase();

async function person() {
	const uid = randomUUID();
	await openWallet(db, uid);
	let atMs = 0;
	return {
		uid,
		async book(kind: TransferKind, reference: string) {
			atMs += 1_000;
			const wall = kind === 'credit-release' ? undefined : 'w';
			const memo = { payoutMicros: asUsdMicros(0), isBonus: false };
			const booking = { kind, uid, wall, amount: asRobuxCents(100), reference: `offer/${reference}`, atMs, memo };
			await inTransaction(db, (tx) => postTransfer(tx, booking));
		},
		async lives() {
			const { items } = await getOfferHistory({ db, walls: [] }, uid, { limit: 25, cursor: undefined });
			const lives = await Promise.all(items.map(({ id }) => getReward({ db }, { id }, { actor: { uid } })));
			return lives.map(({ steps }) => steps.map(({ kind, at }) => `${kind} ${at}`));
		},
		newest: async () =>
			(await getOfferHistory({ db, walls: [] }, uid, { limit: 1, cursor: undefined })).items[0]?.id ?? '',
	};
}

test('each line of a reward shows all steps of that reward and of no other', async () => {
	const { book, lives } = await person();
	await book('credit-hold', 'w/t/credit');
	await book('credit', 'w/t2/credit');
	await book('credit-release', 'w/t/release');
	await book('reversal', 'w/t/reversal');
	const life = ['held 1000', 'credited 3000', 'taken-back 4000'];
	expect(await lives()).toEqual([life, life, ['credited 2000'], life]);
});

test('a held reward that was cancelled shows as taken back', async () => {
	const { book, lives } = await person();
	await book('credit-hold', 'w/t/credit');
	await book('credit-cancel', 'w/t/cancel');
	expect((await lives())[0]).toEqual(['held 1000', 'taken-back 2000']);
});

test("returns no steps for another user's reward or an unknown id", async () => {
	const [one, other] = [await person(), await person()];
	await one.book('credit', 'w/t/credit');
	const id = await one.newest();
	expect((await getReward({ db }, { id }, { actor: one })).steps).toHaveLength(1);
	for (const unknown of [id, '0', 'nonsense', '9'.repeat(20)]) {
		expect(await getReward({ db }, { id: unknown }, { actor: other })).toEqual({ steps: [] });
	}
});
