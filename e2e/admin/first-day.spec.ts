import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { send } from '../../test/sites/json-client.ts';
import { oneTimePassword } from '../../test/sites/one-time-password.ts';
import { expect, test as journey, LONG_STORY_MS } from '../support/journey.ts';
import { linkTo } from '../support/mailbox.ts';
import { type ProductionSite, startProductionSite } from '../support/production-site.ts';
import { beginAuthenticator, fillSignUp, giveCode, sendAdminLogin } from '../support/sign-in.ts';
import { addGameAccount, orderAtVendor } from '../support/test-user.ts';

const test = journey.extend<object, { site: ProductionSite }>({
	site: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
		async ({}, use) => {
			const site = await startProductionSite();
			await use(site);
			await site.stop();
		},
		{ scope: 'worker', timeout: 240_000 },
	],
	product: async ({ site }, use) => use(site),
});
test.use({ ignoreHTTPSErrors: true });

const EARNER = 'earner@example.com';

test('an operator opens an empty production site in the browser, and its first withdrawal is paid', async ({
	page,
	browser,
	site,
}) => {
	test.setTimeout(LONG_STORY_MS);
	page.setDefaultTimeout(30_000);
	await setUpSecondFactor(page, site);
	await chooseSoloMode(page);
	await addWall(page, site);
	await letADayPass(site);

	const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block', baseURL: site.url });
	const earner = await context.newPage();
	earner.setDefaultTimeout(30_000);
	await signUpAndConfirm(earner, site);
	await expectFirstStepsDone(page, site);
	await earn(earner, site);
	await withdraw(earner, site);
	await earner.goto('/withdraw-history');
	await expect(earner.getByRole('row').filter({ hasText: '50.00 R$' })).toContainText('Completed');
	await context.close();
	await page.goto('/admin/withdrawals?show=queue&state=all');
	await expect(page.getByRole('row').filter({ hasText: '50.00 R$' })).toContainText('Completed');
});

async function setUpSecondFactor(page: Page, { admin }: ProductionSite): Promise<void> {
	await page.goto('/admin/login');
	await sendAdminLogin(page, admin.email, admin.password);
	await expect(page).toHaveURL(/\/account#authenticator$/);
	const secret = await beginAuthenticator(page, admin.password);
	await giveCode(page, await oneTimePassword(`otpauth://totp/x?secret=${secret}`, Date.now()));
	await expect(page.getByText('Your authenticator app is set up.')).toBeVisible();
	await page.goto('/admin');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
}

async function chooseSoloMode(page: Page): Promise<void> {
	await page.goto('/admin/first-run');
	await page.getByRole('button', { name: 'Switch to solo mode' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Reason', { exact: true }).fill('I run this site alone.');
	await dialog.getByRole('button', { name: 'Switch to solo mode' }).click();
	await expect(dialog.getByText('Mode changed.')).toBeVisible();
}

async function addWall(page: Page, { wallSecret }: ProductionSite): Promise<void> {
	await page.goto('/admin/offerwalls');
	await page.getByRole('button', { name: 'Add offerwall' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Partner', { exact: true }).selectOption('wannads');
	await dialog.getByLabel('ID (permanent').fill('first-wall');
	await dialog.getByLabel('Display name').fill('First Offers');
	await dialog.getByLabel('Secret').fill(wallSecret);
	await dialog.getByLabel('Allowed IPs').fill('127.0.0.1\n::1');
	await dialog.getByLabel('App ID').fill('first');
	await dialog.getByLabel('Reason', { exact: true }).fill('Our first partner.');
	await dialog.getByRole('button', { name: 'Add offerwall' }).click();
	await expect(dialog.getByText('Applies in 24 hours')).toBeVisible();
}

/** Replaces only the wait of solo mode. */
async function letADayPass({ database }: ProductionSite): Promise<void> {
	await sql`update proposals set applies_at = now() where state = 'waiting'`.execute(database);
}

async function expectFirstStepsDone(page: Page, { admin }: ProductionSite): Promise<void> {
	// The job that applies due changes runs every minute.
	await expect(async () => {
		await page.goto('/admin/first-run');
		await expect(page.getByRole('definition').filter({ hasText: /^Done/ })).toHaveCount(3, { timeout: 5_000 });
	}).toPass({ timeout: 120_000 });
	await page.getByRole('button', { name: 'Send test email' }).click();
	await expect(page.getByRole('main').getByText(`to ${admin.email}. Check that it arrives.`)).toBeVisible();
	await page.getByRole('button', { name: 'Ask the vendor' }).click();
	await expect(page.getByRole('main').getByText('rbxcrate is available.')).toBeVisible();
}

async function signUpAndConfirm(page: Page, site: ProductionSite): Promise<void> {
	await page.goto('/sign-up');
	await fillSignUp(page, { email: EARNER });
	await page.getByRole('button', { name: 'Create account' }).click();
	await expect(page.getByText(`open the link we sent to ${EARNER}`)).toBeVisible();
	await page.goto(await linkTo(site, EARNER, '/verify-email'));
	await page.getByRole('button', { name: 'Confirm my email address' }).click();
	await expect(page.getByRole('button', { name: 'Confirm my email address' })).toBeHidden();
}

async function earn(page: Page, { sandboxUrl }: ProductionSite): Promise<void> {
	await page.goto('/earn');
	await expect(page.getByRole('link', { name: 'First Offers' })).toBeVisible();
	const userId = await page.evaluate(async () => (await (await fetch('/auth/account')).json()).uid);
	await send('POST', `${sandboxUrl}/control/wall/completions`, { userId, reward: '120.00', campaignName: 'Survey' });
	await expect(page.getByRole('banner').getByRole('status')).toContainText('120.00 R$');
}

async function withdraw(page: Page, site: ProductionSite): Promise<void> {
	const account = await addGameAccount(site);
	await page.goto('/withdraw');
	const dialog = page.getByRole('dialog', { name: /^Your Roblox/ });
	await dialog.getByLabel('Username').fill(account.name);
	await dialog.getByRole('button', { name: 'Continue' }).click();
	await dialog.getByRole('button', { name: 'Yes' }).click();
	await page.getByLabel('Game').selectOption({ label: 'Test Harbor' });
	await page.getByLabel('Amount').fill('50');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
	await orderAtVendor(site, account.name);
}
