import { enterAsAdmin } from './admin.ts';
import { orderAtVendor, readyToWithdraw, settleOrder } from './earner.ts';
import { handOn } from './hand.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';

test('an admin finds a withdrawal in the queue, reads its evidence, and sees it completed', async ({
	page,
	product,
	database,
}) => {
	test.slow();
	const { earner, account } = await readyToWithdraw(product);
	const { userId } = await earner.call('getRobloxUser', { username: account.name });
	const games = await earner.call('getRobloxGames', { userId });
	const { order_id: orderId } = await earner.call('processWithdrawal', {
		roblox_username: account.name,
		placeId: games[0].PlaceID,
		amount: 50,
	});
	await orderAtVendor(product, account.name);
	await enterAsAdmin(page, product, database);
	await page.goto(`/admin/withdrawals?uid=${earner.uid}`);
	await page.getByRole('link', { name: orderId }).click();
	await expect(page.getByText('Withdrawal requested')).toBeVisible();
	await expect(page.getByRole('row', { name: /attempt/ }).first()).toBeVisible();
	await expectSound(page);
	await settleOrder(product, account.name);
	await expect(async () => {
		await page.reload();
		await expect(page.getByText('Withdrawal paid')).toBeVisible({ timeout: 5_000 });
	}).toPass();
	await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();

	await page.goto('/admin/withdrawals?show=controls');
	await expect(page.getByRole('button', { name: 'Switch payouts off' })).toBeVisible();
	await expectSound(page);
	const fields = [null, null, null, '100', 'A quiet day.'];
	await handOn(page, 'mouse').doDeed({ button: 'Change caps and alerts', fields, result: 'Changed.' });
	await expect(page.getByRole('definition').filter({ hasText: /^100$/ })).toBeVisible();
	await page.goto('/admin/actions?action=change-payout-settings');
	await expect(page.getByRole('row', { name: /A quiet day\./ }).first()).toBeVisible();
});
