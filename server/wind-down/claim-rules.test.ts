import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/durations.ts';
import { openPayouts } from '../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { claimRules } from './close-earning.ts';

const payouts = openPayouts(openTestDatabase());
const { submit, newUser, balance, history } = payouts;

describe('the announced end of the service', () => {
	const endingIn = (ms: number) => ({
		...payouts.requestDeps(),
		...claimRules(async () => new Date(payouts.clock.now() + ms), payouts.clock),
	});

	test('allows withdrawals below the usual minimum', async () => {
		const actor = await newUser(60);
		const deps = endingIn(DAY_MS);
		await expect(submit(actor, { amount: 0 }, deps)).rejects.toMatchObject({
			details: { reason: 'amount-out-of-range' },
		});
		await expect(submit(actor, { amount: 1.5 }, deps)).rejects.toMatchObject({
			details: { reason: 'amount-not-whole' },
		});
		await expect(submit(actor, { amount: 2 }, deps)).rejects.toMatchObject({ details: { reason: 'no-pass-found' } });
	});

	test('closes withdrawals on its date', async () => {
		const actor = await newUser(60);
		await expect(submit(actor, {}, endingIn(0))).rejects.toMatchObject({ details: { reason: 'claims-over' } });
		expect([await balance(actor.uid), await history(actor.uid)]).toEqual([60, []]);
	});
});
