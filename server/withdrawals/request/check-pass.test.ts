import { asRobuxCents } from '../../../contract/money.ts';
import { refusal } from '../../../contract/refusals.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { noRateLimit } from '../../lib/http/callers.ts';
import { checkPass } from './check-pass.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { newUser, balance, history, requestsTo, places } = payouts;
const check = (
	actor: Awaited<ReturnType<typeof newUser>>,
	changes: object,
	takeFromRateLimit = noRateLimit,
	rules = {},
) => {
	const request = { roblox_username: 'sandbox_player', placeId: places.get('Harbor Builders'), amount: 50, ...changes };
	return checkPass({ ...payouts.requestDeps(rules), takeFromRateLimit }, request, { actor });
};

test('the check finds an existing pass, even with too small a balance, and orders nothing', async () => {
	const actor = await newUser(1);
	expect(await check(actor, {})).toEqual({ price: 71 });
	expect([await balance(actor.uid), await history(actor.uid), await requestsTo('vendor')]).toEqual([1, [], 0]);
});

test('a check is refused like a withdrawal, and a missing pass lists the existing ones', async () => {
	const actor = await newUser(1);
	await expect(check(actor, { amount: 49 })).rejects.toMatchObject({
		code: 'not-found',
		message: refusal('no-pass-found').message,
		details: { passes: expect.arrayContaining([expect.objectContaining({ price: 71 })]) },
	});
	await expect(check(actor, { amount: 4 })).rejects.toMatchObject({ message: refusal('amount-out-of-range').message });
	await expect(check(actor, { placeId: null })).rejects.toMatchObject({ code: 'invalid-argument' });
	await expect(check(actor, { roblox_username: 'other_player' })).rejects.toMatchObject({ code: 'permission-denied' });
});

test('an amount above the daily limit is refused before any platform request', async () => {
	const actor = await newUser(1);
	const requestsBefore = await requestsTo('platform');
	const { message } = refusal('above-daily-cap', { left: 40, currency: 'R$' });
	const rules = { dailyCap: asRobuxCents(40_00) };
	await expect(check(actor, {}, noRateLimit, rules)).rejects.toMatchObject({ message });
	expect(await requestsTo('platform')).toBe(requestsBefore);
});

test('a user over the rate limit is refused before any platform request', async () => {
	const actor = await newUser(1);
	const requestsBefore = await requestsTo('platform');
	const tooOften = vi.fn().mockRejectedValue(new Error('too often'));
	await expect(check(actor, {}, tooOften)).rejects.toThrow('too often');
	expect(await requestsTo('platform')).toBe(requestsBefore);
});
