import { DAY_MS } from '../../contract/durations.ts';
import { openPayouts } from '../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import type { BoundCalls } from '../lib/http/calls.ts';
import { claimRules, closeEarning } from './close-earning.ts';

const { submit, newUser, balance, history, clock, requestDeps } = openPayouts(openTestDatabase());
const endingIn = (ms: number) => ({ ...requestDeps(), ...claimRules(async () => new Date(clock.now() + ms), clock) });
const isOpen = (name: string) => ({ [name]: true });
const refused = { reason: 'winding-down' };

test.each<[keyof BoundCalls, unknown]>([
	['getOfferwalls', []],
	['getOffers', { items: [], nextCursor: null }],
	['getPublicStats', { getPublicStats: true, offers: [] }],
	['openOffer', refused],
	['createOfferLink', refused],
	['redeemPromoCode', refused],
	['getOffer', isOpen('getOffer')],
	['processWithdrawal', isOpen('processWithdrawal')],
])('%s works until the end of the service is announced, and then results in %j', async (name, after) => {
	const calls = { [name]: async () => isOpen(name) } as Partial<BoundCalls> as BoundCalls;
	const result = (end?: Date) =>
		closeEarning(async () => end, calls)
			[name](null as never, null as never)
			.catch(({ details }) => details);
	expect([await result(), await result(new Date(1))]).toEqual([isOpen(name), after]);
});

test('the announced end of the service allows withdrawals below the usual minimum', async () => {
	const actor = await newUser(60);
	const reasonFor = (amount: number) =>
		submit(actor, { amount }, endingIn(DAY_MS)).catch(({ details }) => details.reason);
	const reasons = [await reasonFor(0), await reasonFor(1.5), await reasonFor(2)];
	expect(reasons).toEqual(['amount-out-of-range', 'amount-not-whole', 'no-pass-found']);
});

test('the announced end of the service closes withdrawals on its date', async () => {
	const actor = await newUser(60);
	await expect(submit(actor, {}, endingIn(0))).rejects.toMatchObject({ details: { reason: 'claims-over' } });
	expect([await balance(actor.uid), await history(actor.uid)]).toEqual([60, []]);
});
