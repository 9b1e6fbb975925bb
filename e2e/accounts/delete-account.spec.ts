import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from '../support/journey.ts';
import { sendAdminLogin } from '../support/sign-in.ts';

const DELETED = 'Your account has been deleted.';

const button = (page: Page) => page.getByRole('button', { name: /^(Delete my account|Deleting…)$/ });
const box = (page: Page) => page.getByLabel('Type Delete to confirm');

async function open(page: Page): Promise<void> {
	await openSignedIn(page, '/delete-account');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete account');
}

async function expectTheData(page: Page, email: string): Promise<void> {
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download my data' }).click(),
	]);
	expect(download.suggestedFilename()).toMatch(/^lootpass-\d{4}-\d{2}-\d{2}\.json$/);
	const chunks = await (await download.createReadStream()).toArray();
	const data = JSON.parse(Buffer.concat(chunks).toString());
	expect(data.account.email).toBe(email);
	expect(data.wallet.robux).toBe(64.5);
	await expect(page.getByRole('status').filter({ hasText: download.suggestedFilename() })).toBeVisible();
}

// spec: 1.delete-account, 4.deleted
test('downloads the data and deletes the account by keyboard; afterwards Back shows no user data', async ({
	page,
	context,
	product,
	trouble,
	enterReady,
}) => {
	trouble.expect('401 POST /auth/sign-in/email');
	const { user } = await enterReady({ balance: '64.50' });
	const other = await context.newPage();
	await openSignedIn(other, '/offer-history');
	await expect(other.getByText('64.50 R$').first()).toBeVisible();
	await page.bringToFront();
	await page.goto('/withdraw-history');
	await open(page);

	await expectTheData(page, user.email);
	await box(page).focus();
	await page.keyboard.type('Delete');
	await page.keyboard.press('Tab');
	await expect(button(page)).toBeFocused();
	await page.keyboard.press('Enter');

	await expect(page).toHaveURL(`${product.url}/`);
	await expect(page.getByRole('status').filter({ hasText: DELETED })).toBeVisible();
	await expect(page.getByRole('button', { name: /account menu/i })).toHaveCount(0);
	await expect(other).toHaveURL(`${product.url}/`);
	await expect(other.getByRole('button', { name: /account menu/i })).toHaveCount(0);

	for (let back = 0; back < 4; back += 1) {
		await page.goBack().catch(() => null);
		await expect.poll(() => ['about:blank', `${product.url}/`].includes(page.url())).toBe(true);
		await expect(page.getByText('64.50 R$')).toHaveCount(0);
		await expect(page.getByText('Withdraw History')).toHaveCount(0);
		await expect(page.getByRole('button', { name: /account menu/i })).toHaveCount(0);
	}
	await page.goto('/delete-account');
	await expect(page).toHaveURL(`${product.url}/`);
	await page.goto('/admin/login');
	await sendAdminLogin(page, user.email);
	await expect(page.getByRole('alert')).toHaveText('The email address or password is wrong. Check both and try again.');
	expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(user.uid);
});
