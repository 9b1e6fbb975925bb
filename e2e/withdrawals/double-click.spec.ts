import { request } from '../../test/sites/json-client.ts';
import { expect, expectBalance, test } from '../support/journey.ts';
import { settleOrder } from '../support/user.ts';

test('two tabs that submit simultaneously create one order', async ({
	page,
	context,
	product,
	trouble,
	enterReady,
}) => {
	trouble.expect('409 POST /api/processWithdrawal');
	const { user, account } = await enterReady();
	const other = await context.newPage();
	await other.goto('/withdraw');
	const pages = [page, other];
	for (const each of pages) {
		await expect(each.getByLabel('Game')).toBeEnabled();
		await each.getByLabel('Amount').fill('50');
	}
	const refusal = context.waitForEvent('response', (response) => response.status() === 409);
	await Promise.all(pages.map((each) => each.getByRole('main').getByRole('button', { name: 'Withdraw' }).click()));
	await refusal;
	for (const each of pages) await expectBalance(each, '70.00 R$');
	expect((await user.call('getWithdrawHistory')).items).toHaveLength(1);
	await settleOrder(product, account.name);
	const { body } = await request(`${product.sandboxUrl}/control/vendor/payments`);
	const { body: vendor } = await request(`${product.sandboxUrl}/control/vendor/orders`);
	const orders = vendor.orders.filter((order: { robloxUsername: string }) => order.robloxUsername === account.name);
	expect(orders).toHaveLength(1);
	expect(body.payments.filter((each: { orderId: string }) => each.orderId === orders[0].orderId)).toHaveLength(1);
});
