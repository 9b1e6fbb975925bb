import { randomUUID } from 'node:crypto';
import { asRobuxCents, asUsdMicros } from '../../../contract/money.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import type { TransferKind } from '../../ledger/transfer.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { inTransaction, type Tx } from '../../lib/db/database.ts';
import { insertCreditedGoals } from '../catalogue/store-steps.ts';
import { getOfferHistory, getReward } from './get-offer-history.ts';

const { app: db } = openTestDatabase();
const catalogue = {
	findStep: ({ wall, key, goal }: Record<string, string>) =>
		goal === 'level-10' ? { id: goal, title: 'Reach level 10', offer_id: `${wall} ${key}` } : undefined,
};
const deps = { db, catalogue };

async function person() {
	const uid = randomUUID();
	await openWallet(db, uid);
	let atMs = 0;
	return {
		uid,
		async book(kind: TransferKind, reference: string) {
			atMs += 1_000;
			const wall = kind === 'credit-release' ? undefined : 'w';
			const memo = { payoutMicros: asUsdMicros(0), isBonus: false, offerId: 'game' };
			const booking = { kind, uid, wall, amount: asRobuxCents(100), reference: `offer/${reference}`, atMs, memo };
			await inTransaction(db, (tx) => postTransfer(tx, booking));
		},
		async lives() {
			const { items } = await getOfferHistory({ db, walls: [] }, uid, { limit: 25, cursor: undefined });
			const lives = await Promise.all(items.map(({ id }) => getReward(deps, { id }, { actor: { uid } })));
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
	expect((await getReward(deps, { id }, { actor: one })).steps).toHaveLength(1);
	for (const unknown of [id, '0', 'nonsense', '9'.repeat(20)]) {
		expect(await getReward(deps, { id: unknown }, { actor: other })).toEqual({ steps: [], goal: null });
	}
});

test('every line of a reward names the step that the partner reported, unless the catalogue lost it', async () => {
	const one = await person();
	const named = async (step: string, transaction: string) => {
		await one.book('credit-hold', `w/${transaction}/credit`);
		await insertCreditedGoals(db as unknown as Tx, [
			{ uid: one.uid, transferId: Number(await one.newest()), goal: step },
		]);
		await one.book('credit-release', `w/${transaction}/release`);
		return (await getReward(deps, { id: await one.newest() }, { actor: one })).goal;
	};
	expect(await named('level-10', 't')).toEqual({ id: 'level-10', title: 'Reach level 10', offer_id: 'w game' });
	expect(await named('level-99', 't2')).toBeNull();
});
