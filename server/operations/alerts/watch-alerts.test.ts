import { adviceOn, alertNames } from '../../../contract/admin/alerts.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import type { Alert } from '../../lib/feature.ts';
import { getPayoutAlerts, listPayoutAlerts } from '../../withdrawals/safety/payout-alerts.ts';
import { selectAlerts } from '../../withdrawals/safety/store-safety.ts';
import { type WatchDeps, watchAlerts } from './notify-channels.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock } = payouts;
const delivered: string[] = [];
const more: Alert[] = [];

const payoutDeps = () => ({ db: database.app, clock, currentVendor: payouts.vendor(), words: { currencySign: 'R$' } });
const deps = (): WatchDeps => ({
	db: database.app,
	clock,
	log: { ...silentLog, error: (_: unknown, message?: string) => void delivered.push(message ?? '') },
	listAlerts: async () => [...(await listPayoutAlerts(payoutDeps())), ...more],
});
const kinds = async () => (await selectAlerts(database.app)).map(({ kind }) => kind);

beforeEach(async () => {
	delivered.length = 0;
	more.length = 0;
	await payouts.changeSettings({ is_on: true, balance_alert_usd: null, stock_alert: null });
	await watchAlerts(deps());
	expect(await kinds()).toEqual([]);
});

test('a low vendor balance or stock alerts once, and again after recovery and another drop', async () => {
	await payouts.changeSettings({ balance_alert_usd: 50, stock_alert: 1_000 });
	await payouts.control('PATCH', '/control/vendor', { balance: 12.5, robuxAvailable: 999 });
	await watchAlerts(deps());
	await watchAlerts(deps());
	expect(await kinds()).toEqual(['vendor-balance', 'vendor-stock']);
	expect(delivered).toEqual([expect.stringContaining('$12.50'), expect.stringContaining('999 R$')]);

	await payouts.control('PATCH', '/control/vendor', { balance: 50, robuxAvailable: 1_000 });
	await watchAlerts(deps());
	expect(await kinds()).toEqual([]);
	await payouts.control('PATCH', '/control/vendor', { balance: 49.99 });
	await watchAlerts(deps());
	expect(delivered).toHaveLength(3);
});

test('an order raises an alert only after it waits too long', async () => {
	await payouts.changeSettings({ is_on: true });
	const actor = await payouts.newUser(100);
	await payouts.submit(actor);
	await payouts.changeSettings({ is_on: false });
	clock.advance(9 * 60_000);
	await watchAlerts(deps());
	expect(await kinds()).toEqual([]);
	clock.advance(2 * 60_000);
	await watchAlerts(deps());
	expect(await kinds()).toEqual(['waiting']);
	await payouts.changeSettings({ is_on: true });
	await payouts.workUntilClosed(actor.uid);
});

test('an open circuit raises an alert', async () => {
	await payouts.control('PATCH', '/control/vendor', { balance: 0 });
	const actor = await payouts.newUser(100);
	await payouts.submit(actor);
	await payouts.work(actor.uid);
	await watchAlerts(deps());
	expect(await kinds()).toEqual(['empty rbxcrate']);
	clock.advance(600_000);
});

test('an alert contains no user id or email address', async () => {
	const uid = '0a2d3066-4f6c-4b50-8d5d-db9304349339';
	more.push({
		kind: 'backup-failed',
		message: `No: wallet-sum (wallet:${uid}), <ada.b+c@mail.example>, at 0:30 @ night.`,
	});
	await watchAlerts(deps());
	expect(delivered).toEqual(['No: wallet-sum (wallet:…), <…>, at 0:30 @ night.']);
	expect((await selectAlerts(database.app)).map(({ message }) => message)).toEqual(delivered);
	more.length = 0;
	await watchAlerts(deps());
});

test('the dashboard gets every declared alert that fires, with what to do and a page', async () => {
	more.push(...alertNames.map((kind) => ({ kind, message: `It is ${kind}.` })));
	await watchAlerts(deps());
	const shown = (await getPayoutAlerts({ db: database.app })).map(({ kind, todo, page }) => ({ kind, todo, page }));
	expect(shown).toEqual(alertNames.toSorted().map((kind) => ({ kind, ...adviceOn(kind) })));
});
