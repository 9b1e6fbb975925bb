import { sql } from 'kysely';
import type { Database } from '../../server/lib/db/database.ts';
import { enterAsAdmin, LONG_STORY_MS } from '../support/admin.ts';
import { withdraw } from '../support/admin-work.ts';
import { handOn } from '../support/hand.ts';
import { expect, test } from '../support/journey.ts';
import { orderAtVendor, readyToWithdraw } from '../support/user.ts';

async function loseOrder(database: Database, orderId: string): Promise<string> {
	const lostId = `${orderId}-LOST`;
	const lose = () =>
		sql`
			update withdrawals set order_id = ${lostId}, state = 'needs-review', refusal = 'vendor-lost-the-order',
				is_acknowledged = true, first_sent_at = now() - interval '2 days', last_sent_at = now() - interval '2 days',
				lease_until = null, next_ask_at = now() + interval '1 hour'
			where order_id = ${orderId} and state = 'unknown' returning id
		`.execute(database);
	await expect.poll(async () => (await lose()).rows.length).toBe(1);
	return lostId;
}

test('two admins settle orders unknown to the vendor: one is refunded, one counts as paid', async ({
	page,
	browser,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const [back, paid] = [await readyToWithdraw(product), await readyToWithdraw(product)];
	const lose = async ({ user, account }: typeof back) => {
		const orderId = await withdraw(user, account);
		await orderAtVendor(product, account.name);
		return loseOrder(database, orderId);
	};
	const [backId, paidId] = [await lose(back), await lose(paid)];
	const first = await enterAsAdmin(page, product, database);
	const [byMouse, byKeyboard] = [handOn(page, 'mouse'), handOn(page, 'keyboard')];

	await page.goto(`/admin/withdrawals/${backId}`);
	await page.getByRole('button', { name: 'Settle as refunded' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByText('we refund 50.00 R$ to the user')).toBeVisible();
	await dialog.getByRole('textbox', { name: 'Reason' }).fill('It is lost.');
	await dialog.getByRole('button', { name: 'Propose' }).click();
	await expect(dialog.getByText('Reason: enter at least 20 characters.')).toBeVisible();
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	const reason = 'Their support cannot find it, the user was not paid.';
	const waits = 'Sent for approval by a second admin.';
	await byMouse.doAction({ button: 'Settle as refunded', action: 'Propose', fields: [reason], result: waits });
	await expect(page.getByRole('heading', { name: 'Settlement by two admins' })).toBeVisible();
	await expect(page.getByText('Needs approval')).toBeVisible();
	for (const button of ['Approve', 'Settle as paid', 'Settle as refunded']) {
		await expect(page.getByRole('button', { name: button })).toHaveCount(0);
	}
	await byMouse.doAction({
		button: 'Withdraw proposal',
		fields: ['A slip of the pen.'],
		result: 'Proposal withdrawn.',
	});
	await byMouse.doAction({ button: 'Settle as refunded', action: 'Propose', fields: [reason], result: waits });

	await page.goto(`/admin/withdrawals/${paidId}`);
	await byKeyboard.doAction({
		button: 'Settle as paid',
		action: 'Propose',
		fields: [`sale ${paidId}`, "The sale stands in the user's transactions."],
		result: waits,
	});
	await expect(page.getByText(`Proof: sale ${paidId}`)).toBeVisible();

	const context = await browser.newContext({ baseURL: product.url });
	const other = await context.newPage();
	const second = await enterAsAdmin(other, product, database);
	await other.getByRole('link', { name: /settlements? to approve/ }).click();
	const rowOf = (name: string) => other.getByRole('row', { name: new RegExp(name) });
	const backRow = rowOf(back.account.name);
	await expect(backRow).toContainText(first.email);
	await expect(backRow).toContainText('Refund 50.00 R$');
	await handOn(other, 'keyboard').doAction({
		button: backRow.getByRole('button', { name: 'Approve' }),
		action: 'Approve',
		fields: ['I have asked them as well.'],
		result: '50.00 R$ refunded.',
	});
	await expect(backRow).toHaveCount(0);
	expect(await back.user.balance()).toBe(120);

	await handOn(other, 'mouse').doAction({
		button: rowOf(paid.account.name).getByRole('button', { name: 'Approve' }),
		action: 'Approve',
		fields: ['I have seen the sale.'],
		result: '50.00 R$ settled as paid.',
	});
	await expect(rowOf(paid.account.name)).toHaveCount(0);
	expect(await paid.user.balance()).toBe(70);

	await other.goto(`/admin/withdrawals/${paidId}`);
	await expect(other.getByText('Completed', { exact: true }).first()).toBeVisible();
	await expect(other.getByText('Approved', { exact: true })).toBeVisible();
	await expect(other.getByText('Withdrawal paid')).toBeVisible();
	await other.goto(`/admin/actions?uid=${back.user.uid}`);
	const approval = other.getByRole('row', { name: /Approve settlement/ });
	await expect(approval).toContainText(second.email);
	await expect(approval).toContainText('I have asked them as well.');
	await context.close();
});
