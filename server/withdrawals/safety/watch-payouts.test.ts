import { beforeEach, expect, test } from 'vitest';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { listAlerts, type WatchPayoutsDeps, watchPayouts } from './watch-payouts.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock } = payouts;
const told: string[] = [];
const more: { kind: string; message: string }[] = [];

const deps = (): WatchPayoutsDeps => ({
	db: database.app,
	clock,
	log: { ...silentLog, error: (_: unknown, message?: string) => void told.push(message ?? '') },
	currentVendor: payouts.vendor(),
	currencySign: 'R$',
	listMore: async () => more,
});
const kinds = async () => (await listAlerts(deps())).map(({ kind }) => kind);

beforeEach(async () => {
	told.length = 0;
	more.length = 0;
	await payouts.changeSettings({ is_on: true, balance_alert_usd: null, stock_alert: null });
	await watchPayouts(deps());
	expect(await kinds()).toEqual([]);
});

test('a vendor balance or stock below its threshold is told once, and again when it comes back', async () => {
	await payouts.changeSettings({ balance_alert_usd: 50, stock_alert: 1_000 });
	await payouts.control('PATCH', '/control/vendor', { balance: 12.5, robuxAvailable: 999 });
	await watchPayouts(deps());
	await watchPayouts(deps());
	expect(await kinds()).toEqual(['vendor-balance', 'vendor-stock']);
	expect(told).toEqual([expect.stringContaining('$12.50'), expect.stringContaining('999 R$')]);

	await payouts.control('PATCH', '/control/vendor', { balance: 50, robuxAvailable: 1_000 });
	await watchPayouts(deps());
	expect(await kinds()).toEqual([]);
	await payouts.control('PATCH', '/control/vendor', { balance: 49.99 });
	await watchPayouts(deps());
	expect(told).toHaveLength(3);
});

test('an order that waits too long is told, and not before', async () => {
	await payouts.changeSettings({ is_on: true });
	const actor = await payouts.newUser(100);
	await payouts.submit(actor);
	await payouts.changeSettings({ is_on: false });
	clock.advance(9 * 60_000);
	await watchPayouts(deps());
	expect(await kinds()).toEqual([]);
	clock.advance(2 * 60_000);
	await watchPayouts(deps());
	expect(await kinds()).toEqual(['waiting']);
	await payouts.changeSettings({ is_on: true });
	await payouts.workUntilClosed(actor.uid);
});

test('an open circuit is told', async () => {
	await payouts.control('PATCH', '/control/vendor', { balance: 0 });
	const actor = await payouts.newUser(100);
	await payouts.submit(actor);
	await payouts.work(actor.uid);
	await watchPayouts(deps());
	expect(await kinds()).toEqual(['empty rbxcrate']);
	clock.advance(600_000);
});

test('an alert names nobody, whatever a failure said', async () => {
	const uid = '0a2d3066-4f6c-4b50-8d5d-db9304349339';
	more.push({
		kind: 'backup-failed',
		message: `No: wallet-sum (wallet:${uid}), <ada.b+c@mail.example>, at 0:30 @ night.`,
	});
	await watchPayouts(deps());
	expect(told).toEqual(['No: wallet-sum (wallet:…), <…>, at 0:30 @ night.']);
	expect((await listAlerts(deps())).map(({ message }) => message)).toEqual(told);
	more.length = 0;
	await watchPayouts(deps());
});
