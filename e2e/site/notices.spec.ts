import type { Page } from '@playwright/test';
import { send } from '../../test/sites/json-client.ts';
import { expect, test } from '../support/journey.ts';
import type { Addresses } from '../support/product.ts';
import { orderAtVendor, readyToWithdraw, type TestUser } from '../support/test-user.ts';

const PAID = /Your withdrawal of 50\.00 R\$ was paid/;
const REFUNDED = /Your withdrawal of 50\.00 R\$ failed .* back in your balance/;

async function withdrawTwice(product: Addresses): Promise<TestUser> {
	const { user, account } = await readyToWithdraw(product, { balance: '120.00' });
	const { userId } = await user.call('getRobloxUser', { username: account.name });
	const [game] = await user.call('getRobloxGames', { userId });
	for (const [settlement, status] of [
		[{}, 'Completed'],
		[{ error: 'gamepass_not_found' }, 'Failed'],
	] as const) {
		const request = { roblox_username: account.name, placeId: game.PlaceID, amount: 50 };
		const { order_id: orderId } = await user.call('processWithdrawal', request);
		await orderAtVendor(product, account.name, orderId);
		await send('POST', `${product.sandboxUrl}/control/vendor/orders/${orderId}/settle`, settlement);
		const newest = async () => (await user.call('getWithdrawHistory')).items[0].status;
		await expect.poll(newest).toBe(status);
	}
	return user;
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('the bell counts and lists withdrawal notices and remembers that they were read, on phone and desktop', async ({
	page,
	product,
	enter,
}) => {
	await enter(await withdrawTwice(product));
	await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
	await expect(notices(page)).toBeHidden();
	const computer = page.viewportSize() ?? { width: 1280, height: 800 };
	await page.setViewportSize({ width: 390, height: 844 });
	await expect(bell(page)).toBeInViewport({ ratio: 1 });
	await page.getByRole('button', { name: /account menu/i }).click();
	await page.getByRole('button', { name: 'Switch between light and dark' }).click();
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await page.keyboard.press('Escape');

	await page.setViewportSize(computer);
	await bell(page).click();
	await expect(notices(page).getByRole('listitem')).toHaveText([REFUNDED, PAID]);
	await page.getByRole('heading', { level: 1 }).click();
	await expect(notices(page)).toBeHidden();
	await expect(bell(page)).toHaveAccessibleName('Notifications');

	await page.reload();
	await expect(page.getByRole('banner').getByRole('status')).toContainText('R$');
	await bell(page).click();
	await expect(notices(page).getByRole('listitem')).toHaveCount(2);
	await expect(bell(page)).toHaveAccessibleName('Notifications');

	await page.setViewportSize({ width: 390, height: 844 });
	await page.keyboard.press('Escape');
	await bell(page).click();
	expect((await notices(page).boundingBox())?.x, 'the margin of the panel').toBeGreaterThanOrEqual(16);
	await expect(notices(page).getByRole('listitem')).toHaveText([REFUNDED, PAID]);
	await page.keyboard.press('Escape');
	await expect(notices(page)).toBeHidden();
});
