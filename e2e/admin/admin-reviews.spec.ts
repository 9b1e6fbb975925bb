import { sql } from 'kysely';
import { enterAsAdmin, LONG_STORY_MS } from '../support/admin.ts';
import { trustVendorsAgain, withdraw } from '../support/admin-work.ts';
import { handOn } from '../support/hand.ts';
import { expect } from '../support/journey.ts';
import { journeyThrough } from '../support/own-product.ts';
import { orderAtVendor, readyToWithdraw, settleOrder } from '../support/user.ts';

/** A separate product, because a vendor that cannot pay blocks all other tests. */
const test = journeyThrough({});
test.describe.configure({ mode: 'default' });

test('an admin resolves orders in review: resend, refund, cancel and mark as paid', async ({
	page,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	await trustVendorsAgain(database);
	// On a retry the vendor rounds the price itself; 70 R$ needs exactly 100.
	const ready = () => readyToWithdraw(product, { games: [{ passPrice: 100 }] });
	const [again, refunded, cancelled, differing] = [await ready(), await ready(), await ready(), await ready()];
	const orders = new Map<string, string>();
	for (const { user, account } of [again, refunded, cancelled, differing]) {
		orders.set(account.name, await withdraw(user, account, 70));
		await orderAtVendor(product, account.name);
	}
	const open = async ({ account }: typeof again) => {
		await page.goto(`/admin/withdrawals/${orders.get(account.name)}`);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdrawal');
	};
	const expectState = async (who: typeof again, state: string) => {
		await expect(async () => {
			await open(who);
			await expect(page.getByText(state, { exact: true }).first()).toBeVisible({ timeout: 2_000 });
		}).toPass();
	};
	const { doAction } = handOn(page);
	await enterAsAdmin(page, product, database);

	await settleOrder(product, again.account.name, 'insufficient_customer_balance');
	await expectState(again, 'Needs review');
	await expect(page.getByText('Vendor balance too low').first()).toBeVisible();
	await doAction({ button: 'Send again', fields: ['We have paid them.'], result: 'Withdrawal status:' });
	await settleOrder(product, again.account.name);
	await expectState(again, 'Completed');

	await settleOrder(product, refunded.account.name, 'insufficient_customer_balance');
	await expectState(refunded, 'Needs review');
	await doAction({ button: 'Refund', fields: ['They cannot wait.'], result: 'Failed, refunded' });
	expect(await refunded.user.balance()).toBe(120);

	await expectState(cancelled, 'Checking with vendor');
	await doAction({ button: 'Cancel order', fields: ['They asked for it.'], result: 'Withdrawal status:' });
	await expectState(cancelled, 'Failed, refunded');
	expect(await cancelled.user.balance()).toBe(120);

	const orderId = orders.get(differing.account.name) ?? '';
	await sql`update withdrawals set roblox_username = 'renamed' where order_id = ${orderId}`.execute(database);
	await settleOrder(product, differing.account.name);
	await expectState(differing, 'Needs review');
	await doAction({
		button: 'Mark as paid',
		fields: ['The account was renamed meanwhile.'],
		result: 'Withdrawal status: Completed',
	});
	for (const [{ user }, action] of [
		[again, 'Resend withdrawal'],
		[refunded, 'Refund withdrawal'],
		[cancelled, 'Cancel withdrawal'],
		[differing, 'Mark withdrawal as paid'],
	] as const) {
		await page.goto(`/admin/actions?uid=${user.uid}`);
		await expect(page.getByRole('cell', { name: action, exact: true })).toBeVisible();
	}
});
