import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { createManual } from '../vendors/manual.ts';
import { createGetVendorFunds } from './get-vendor-funds.ts';
import { openCircuit } from './store-safety.ts';

const { app } = openTestDatabase();
const payouts = openPayouts({ app } as Parameters<typeof openPayouts>[0]);
const { clock } = payouts;

test('vendor funds are cached for ten seconds, and an unavailable vendor shows no old figures', async () => {
	const vendor = payouts.vendor();
	const vendors = new Map([vendor, createManual({ db: app, clock })].map((each) => [each.name, each]));
	const getFunds = createGetVendorFunds({ db: app, clock, vendors, currentVendor: vendor });
	expect(await getFunds()).toMatchObject([
		{
			vendor: 'rbxcrate',
			is_current: true,
			balance_usd: 500,
			stock: { direct: 25_000, network: 180_000 },
			levels: [{ usd_per_thousand: 5, max_instant_order: 25_000, total: 180_000 }],
			circuit: null,
		},
		{
			vendor: 'manual',
			is_current: false,
			balance_state: 'not-offered',
			balance_usd: null,
			stock_state: 'not-offered',
		},
	]);
	const requestsBefore = await payouts.requestsTo('vendor');
	await payouts.control('POST', '/control/faults', { part: 'vendor', kind: '500' });
	const until = new Date(clock.now() + 60_000);
	await openCircuit(app, 'rbxcrate', { until, reason: 'empty' });
	expect((await getFunds())[0]).toMatchObject({
		balance_usd: 500,
		circuit: { reason: 'empty', open_until: until.getTime() },
	});
	expect(await payouts.requestsTo('vendor')).toBe(requestsBefore);
	clock.advance(10_000);
	expect((await getFunds())[0]).toMatchObject({ balance_state: 'away', balance_usd: null, stock: null, levels: null });
	expect(await payouts.requestsTo('vendor')).toBe(requestsBefore + 3);
});
