import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { asRobuxCents, asUsdMicros } from '../../../contract/money.ts';
import { eventItem } from '../../../test/partners/offers-world.ts';
import { neighbours, openTestDatabase } from '../../../test/support/database.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { cellsOf } from '../../lib/db/database.ts';
import type { Wall } from '../walls/wall.ts';
import { bookEvents } from './book-events.ts';
import { roundOf } from './look-at-round.ts';

const { app, owner } = openTestDatabase();
const RELEASE_AT_MS = Date.UTC(2040, 0, 1);

const kinds = ['credit', 'credit', 'pending', 'reversal', 'reversal'] as const;
const fields = fc.record({
	kind: fc.constantFrom(...kinds),
	isHeld: fc.boolean(),
	user: fc.constantFrom(0, 0, 0, 1),
	transaction: fc.nat(2),
	// A reversal without an amount is a full one.
	amount: fc.constantFrom(100, 100, 100, 40, 250),
	linked: fc.boolean(),
	cut: fc.constantFrom(1, 1, 1, 2),
	atMs: fc.constantFrom(500, 1_500, 2_500),
});

type EventFields = typeof fields extends fc.Arbitrary<infer Fields> ? Fields : never;
type Terms = Pick<Wall, 'rateCents' | 'rates' | 'boosts'>;

const changing: Terms = {
	rateCents: 10_000,
	rates: [{ id: 1, country: null, rateCents: 20_000, fromMs: 1_000 }],
	boosts: [{ id: 2, percent: 33, fromMs: 1_000, untilMs: 2_000 }],
};
const boosted: Terms = { ...changing, rateCents: undefined };
const plain: Terms = { rateCents: undefined, rates: [], boosts: [] };

async function openPlay(terms: Terms) {
	const users = await neighbours(app, 2);
	for (const uid of users) await openWallet(app, uid);
	const id = randomUUID();
	const wall = { id, isWeak: true, hasPending: true, ...terms } as Wall;
	const toItem = ({ kind, isHeld, user, transaction, amount, linked, cut, atMs }: EventFields) => {
		const event = {
			kind,
			transactionId: kind === 'reversal' && linked ? `own-${transaction}` : `t${transaction}`,
			reward: asRobuxCents(amount),
			payout: asUsdMicros(amount * 100),
			link: linked || kind === 'credit' ? BigInt(transaction) : undefined,
			signedText: { text: BigInt(transaction), cut: kind === 'reversal' ? 9n : BigInt(cut) },
		};
		const hold = isHeld && kind === 'credit' ? { untilMs: RELEASE_AT_MS, cause: undefined } : undefined;
		return eventItem({ uid: users[user] as string, wall, atMs }, event, hold);
	};
	/** Compares content, not ids. */
	const kept = () => cellsOf<string>(owner)`
		select concat_ws(' ', array_position(${users}::uuid[], uid), kind, line) as line from (
			select uid, 'wallet' as kind, concat_ws(' ', balance, pending, earned) as line from wallets
			union all select uid, kind, concat_ws(' ', amount, payout_micros, terms_id, split_part(reference, '/', 3)) from transfers
			union all select uid, 'hold', concat_ws(' ', transaction_id, outcome) from held_credits
			union all select uid, 'waits', concat_ws(' ', transaction_id, amount) from waiting_reversals
			union all select uid, 'chargeback', '' from chargebacks
			union all select uid, 'audit', action from audit_entries
			union all select uid, 'notice', kind from notices
			union all select uid, 'claim', '' from wall_transactions
			union all select uid, 'postback', concat_ws(' ', outcome, why) from callbacks
		) kept where uid = any(${users}::uuid[]) order by 1
	`;
	return { toItem, kept };
}

test.each(Object.entries({ plain, boosted, changing }))(
	'a batch books the same result as its items one by one, with %s terms',
	async (_, terms) => {
		const batches = fc.array(fc.array(fields, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(batches, async (batches) => {
				const [together, alone] = [await openPlay(terms), await openPlay(terms)];
				for (const batch of batches) {
					await bookEvents(app, batch.map(together.toItem));
					const { paying, reversals } = roundOf(batch.map(alone.toItem));
					for (const item of paying) await bookEvents(app, [item]);
					for (const { item } of reversals) if (item) await bookEvents(app, [item]);
				}
				expect(await together.kept()).toEqual(await alone.kept());
			}),
			{ numRuns: 20 },
		);
	},
	60_000,
);
