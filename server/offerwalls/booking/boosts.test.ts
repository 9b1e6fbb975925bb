import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { asRobuxCents, asUsdMicros } from '../../../contract/money.ts';
import { eventItem } from '../../../test/partners/offers-world.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { checkLedger } from '../../ledger/check-ledger.ts';
import { closeWallet } from '../../ledger/erase-user.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { inTransaction, rowsOf } from '../../lib/db/database.ts';
import type { Wall } from '../walls/wall.ts';
import { bookEvents } from './book-events.ts';
import { eraseOffers, settleHeldCredits } from './erase-user.ts';
import { releaseHeldCredits } from './release-held-credits.ts';

const { app } = openTestDatabase();

const [RAISED_MS, ENDS_MS] = [1_000_000, 2_000_000];
const PERCENT = 33;
const terms: Pick<Wall, 'rateCents' | 'rates' | 'boosts'> = {
	rateCents: 10_000,
	rates: [{ id: 7, country: null, rateCents: 17_000, fromMs: RAISED_MS }],
	boosts: [{ id: 8, percent: PERCENT, fromMs: RAISED_MS, untilMs: ENDS_MS }],
};

type Step =
	| { do: 'credit' | 'pending' | 'reversal'; transaction: number; micros: number; isHeld: boolean }
	| { do: 'release' | 'delete' | 'later' };

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 12,
		arbitrary: fc.record({
			do: fc.constantFrom('credit' as const, 'credit' as const, 'pending' as const, 'reversal' as const),
			transaction: fc.nat(3),
			micros: fc.constantFrom(1_000_000, 1_000_000, 1_000_000, 330_001, 7, 2_000_000),
			isHeld: fc.boolean(),
		}),
	},
	{ weight: 4, arbitrary: fc.record({ do: fc.constantFrom('release' as const, 'later' as const) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const) }) },
);

async function openPlay() {
	const uid = randomUUID();
	const id = randomUUID();
	await openWallet(app, uid);
	const wall = { id, isWeak: false, hasPending: true, ...terms } as Wall;
	let nowMs = RAISED_MS - 400_000;
	let isGone = false;
	const firstAt = new Map<string, number>();

	function toItem({ do: kind, transaction, micros, isHeld }: Extract<Step, { transaction: number }>) {
		const money = { reward: asRobuxCents(micros), payout: asUsdMicros(micros) };
		const event = { kind, transactionId: `t${transaction}`, offerId: 'offer', offerName: 'An offer', ...money };
		const hold = isHeld ? { untilMs: nowMs + 500_000, cause: undefined } : undefined;
		return eventItem({ uid, wall, atMs: nowMs }, event, hold);
	}

	async function play(one: Step): Promise<void> {
		switch (one.do) {
			case 'later':
				nowMs += 400_000;
				return;
			case 'release':
				return releaseHeldCredits({ db: app, clock: { now: () => nowMs }, log: silentLog, publish() {} });
			case 'delete':
				if (isGone) return;
				isGone = true;
				return inTransaction(app, async (tx) => {
					await settleHeldCredits(tx, { uid, atMs: nowMs });
					await closeWallet(tx, { uid, atMs: nowMs });
					await eraseOffers(tx, { uid });
				});
			default: {
				const [booked] = await bookEvents(app, [toItem(one)]);
				const key = `t${one.transaction}`;
				if ((booked?.outcome === 'booked' || booked?.outcome === 'held') && !firstAt.has(key)) firstAt.set(key, nowMs);
			}
		}
	}

	const standing = () => rowsOf<{ key: string; given: number; left: number; boost: number; boostLeft: number }>(app)`
		select split_part(reference, '/', 3) as key,
			sum(amount) filter (where kind in ('credit', 'credit-hold'))::int as given,
			sum(case when kind in ('credit', 'credit-hold') then amount when kind in ('reversal', 'credit-cancel', 'loss')
				then -amount else 0 end)::int as left,
			coalesce(sum(amount) filter (where kind in ('boost', 'boost-hold')), 0)::int as boost,
			sum(case when kind in ('boost', 'boost-hold') then amount when kind in ('boost-reversal', 'boost-cancel', 'boost-loss')
				then -amount else 0 end)::int as "boostLeft"
		from transfers where uid = ${uid} and reference like 'offer/%' and reference not like '%/pending/%' group by 1
	`;
	return { play, standing, firstAt };
}

test('in any order of events a boost matches what is left of its credit, and the books balance', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }), async (steps) => {
			const { play, standing, firstAt } = await openPlay();
			for (const one of steps) await play(one);
			for (const { key, given, left, boost, boostLeft } of await standing()) {
				const atMs = firstAt.get(key) ?? Number.NaN;
				const isBoosted = atMs >= RAISED_MS && atMs < ENDS_MS;
				expect([key, boost]).toEqual([key, isBoosted ? Math.floor((given * PERCENT) / 100) : 0]);
				expect(boostLeft, `${key}: ${left} of ${given}, ${boost}`).toBe(Math.floor((left * boost) / given));
			}
			expect(await inTransaction(app, checkLedger)).toEqual([]);
		}),
		{ numRuns: 60 },
	);
});
