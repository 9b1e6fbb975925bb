import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../contract/durations.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { endClaims, type LateCredit, type WatchedClaim } from './late-credit.ts';

const uid = randomUUID();
const openedAt = new Date(Date.UTC(2026, 5, 1));

function claim(changes: Partial<WatchedClaim> = {}): WatchedClaim {
	return {
		...{ uid, reference: 'C-1', wall: 'w', offerKey: 'game', title: 'Game', goal: null, steps: 1, openedAt },
		...{ adjustmentId: randomUUID(), left: asRobuxCents(100), heldGoals: null },
		...changes,
	};
}

function credit(amount: number, changes: Partial<LateCredit> = {}): LateCredit {
	return {
		...{ uid, wall: 'w', transactionId: randomUUID(), amount: asRobuxCents(amount), offerKey: 'game' },
		...{ goal: undefined, atMs: openedAt.getTime() + DAY_MS, ...changes },
	};
}

const goingBack = (claims: WatchedClaim[], ...credits: LateCredit[]) =>
	endClaims(claims, credits).map(({ goesBack }) => goesBack);

test.each([
	[100, 100],
	[40, 40],
	[250, 100],
])('an offer with one step is paid once: a credit of %i takes back %i of the payment', (amount, back) => {
	expect(goingBack([claim()], credit(amount), credit(amount))).toEqual([back]);
});

test.each([
	['of another offer', credit(100, { offerKey: 'else' })],
	['of another wall', credit(100, { wall: 'v' })],
	['of another user', credit(100, { uid: randomUUID() })],
	['a year later', credit(100, { atMs: openedAt.getTime() + 365 * DAY_MS })],
])('a credit %s takes nothing back', (_, other) => expect(goingBack([claim()], other)).toEqual([]));

test('a credit ends a claim that was not paid, and takes nothing back', () => {
	const waiting = claim({ adjustmentId: null, left: asRobuxCents(0) });
	expect(goingBack([waiting], credit(70))).toEqual([undefined]);
});

test('a payment is taken back only for a credit of the claimed step', () => {
	const named = claim({ steps: 3, goal: 'two' });
	expect(goingBack([named], credit(100, { goal: 'three' }), credit(100, { goal: 'two' }))).toEqual([100]);
});

test('each credit takes its amount back from the payment for a claim without a step, as long as it fits into the rest', () => {
	const unnamed = claim({ steps: 3, left: asRobuxCents(150) });
	expect(goingBack([unnamed], credit(50), credit(200), credit(100), credit(10))).toEqual([50, 100]);
});

test('a claim or credit without an offer matches only by the exact amount', () => {
	const ofWall = claim({ offerKey: null, steps: 0 });
	expect(goingBack([ofWall], credit(99), credit(100), credit(100))).toEqual([100]);
	expect(goingBack([claim()], credit(40, { offerKey: undefined }))).toEqual([]);
});

test('a credit resolves one claim, the oldest first', () => {
	const later = claim({ reference: 'C-2', openedAt: new Date(openedAt.getTime() + 1) });
	expect(endClaims([later, claim()], [credit(100), credit(100)]).map((end) => end.claim.reference)).toEqual([
		'C-1',
		'C-2',
	]);
});
