import { beforeEach, expect, test } from 'vitest';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import type { Mail } from '../../lib/mail.ts';
import { listAlerts, type WatchPayoutsDeps, watchPayouts } from './watch-payouts.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock } = payouts;
const mails: Mail[] = [];
let isMailServerAway = false;

const deps = (): WatchPayoutsDeps => ({
	db: database.app,
	clock,
	log: silentLog,
	currentVendor: payouts.vendor(),
	operatorEmail: 'operator@lootpass.example',
	brand: 'Lootpass',
	currencySign: 'R$',
	mailer: {
		async send(mail) {
			if (isMailServerAway) throw new Error('away');
			mails.push(mail);
		},
		close() {},
	},
});
const kinds = async () => (await listAlerts(deps())).map(({ kind }) => kind);

beforeEach(async () => {
	mails.length = 0;
	await payouts.changeSettings({ isOn: true, balanceAlertUsd: null, stockAlert: null });
	await watchPayouts(deps());
	expect(await kinds()).toEqual([]);
});

test('a vendor balance or stock below its threshold is told once, and again when it comes back', async () => {
	await payouts.changeSettings({ balanceAlertUsd: 50, stockAlert: 1_000 });
	await payouts.control('PATCH', '/control/vendor', { balance: 12.5, robuxAvailable: 999 });
	await watchPayouts(deps());
	await watchPayouts(deps());
	expect(await kinds()).toEqual(['vendor-balance', 'vendor-stock']);
	expect(mails).toMatchObject([{ to: 'operator@lootpass.example', text: expect.stringContaining('$12.50') }]);

	await payouts.control('PATCH', '/control/vendor', { balance: 50, robuxAvailable: 1_000 });
	await watchPayouts(deps());
	expect(await kinds()).toEqual([]);
	await payouts.control('PATCH', '/control/vendor', { balance: 49.99 });
	await watchPayouts(deps());
	expect(mails).toHaveLength(2);
});

test('an order that waits too long is told, and not before', async () => {
	await payouts.changeSettings({ isOn: true });
	const actor = await payouts.newUser(100);
	await payouts.submit(actor);
	await payouts.changeSettings({ isOn: false });
	clock.advance(9 * 60_000);
	await watchPayouts(deps());
	expect(await kinds()).toEqual([]);
	clock.advance(2 * 60_000);
	await watchPayouts(deps());
	expect(await kinds()).toEqual(['waiting']);
	await payouts.changeSettings({ isOn: true });
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

test('an alert whose mail could not be sent is mailed by the next look', async () => {
	await payouts.changeSettings({ balanceAlertUsd: 1_000_000 });
	isMailServerAway = true;
	await expect(watchPayouts(deps())).rejects.toThrow('away');
	isMailServerAway = false;
	await watchPayouts(deps());
	expect(mails).toHaveLength(1);
});
