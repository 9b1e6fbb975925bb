import { expect, test } from 'vitest';
import { CREATE, INFO, openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock, spoil } = payouts;
const one = openOnePayout(database, payouts);

test('a worker checks the status until the vendor is back, then completes the payout', async () => {
	await spoil('vendor', 'timeout-after', CREATE);
	await spoil('vendor', '500', INFO, 60);
	await one.workUntilPaid();
	expect(await one.stateOf()).toMatchObject({ state: 'completed', attempts: 1 });
});

test('an unsettled order is not sent again while the first attempt may be in flight', async () => {
	await one.sendInto('timeout-before');
	await one.workAfter(5_000);
	expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
	await one.workAfter(5_000);
	expect(await one.stateOf()).toMatchObject({ attempts: 2 });
	await one.workUntilPaid();
});

test("an unsettled order is settled even if the vendor's reason has characters that the database rejects", async () => {
	await one.work();
	clock.advance(60_000);
	const odd = { status: 'Error', error: { reason: 'odd\u0000\ud800' } };
	await one.work(one.withAnswer(200, JSON.stringify(odd), { path: INFO }));
	expect(await one.stateOf()).toMatchObject({ state: 'failed', refusal: 'odd \ufffd' });
});

test("an unsettled order is queried again after the vendor's Retry-After, and not before", async () => {
	await one.work();
	clock.advance(5_000);
	const headers = { 'retry-after': '600' };
	await one.work(one.withAnswer(429, '{"message":"Too many requests"}', { path: INFO, headers }));
	await one.workAfter(599_000);
	expect(await one.stateOf()).toMatchObject({ state: 'unknown' });
	await one.workAfter(1_000);
	await one.expectPaidOnce();
});
