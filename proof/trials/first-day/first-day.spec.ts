import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { handOn } from '../../../e2e/support/hand.ts';
import { expect, LONG_STORY_MS, test } from '../../../e2e/support/journey.ts';
import { linkTo } from '../../../e2e/support/mailbox.ts';
import type { Addresses } from '../../../e2e/support/product.ts';
import { beginAuthenticator, fillSignUp, giveCode, sendAdminLogin } from '../../../e2e/support/sign-in.ts';
import { addGameAccount, orderAtVendor, withdrawByHand } from '../../../e2e/support/test-user.ts';
import { send } from '../../../test/sites/json-client.ts';
import { oneTimePassword } from '../../../test/sites/one-time-password.ts';
import { OWNER, WALL } from './production-site.ts';

test.use({ ignoreHTTPSErrors: true });

const EARNER = 'earner@example.com';

test('an operator opens an empty production site in the browser, and its first withdrawal is paid', async ({
	page,
	browser,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	await setUpSecondFactor(page);
	await chooseSoloMode(page);
	await addWall(page);
	await sql`update proposals set applies_at = now() where state = 'waiting'`.execute(database);

	const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block', baseURL: product.url });
	const earner = await context.newPage();
	await signUpAndConfirm(earner, product);
	await expectFirstStepsDone(page);
	await earn(earner, product);
	const account = await addGameAccount(product);
	await earner.goto('/withdraw');
	await withdrawByHand(earner, account.name);
	await orderAtVendor(product, account.name);
	await earner.goto('/withdraw-history');
	await expect(earner.getByRole('row').filter({ hasText: '50.00 R$' })).toContainText('Completed');
	await context.close();
	await page.goto('/admin/withdrawals?show=queue&state=all');
	await expect(page.getByRole('row').filter({ hasText: '50.00 R$' })).toContainText('Completed');
});

async function setUpSecondFactor(page: Page): Promise<void> {
	await page.goto('/admin/login');
	await sendAdminLogin(page, OWNER.email, OWNER.password);
	await expect(page).toHaveURL(/\/account#authenticator$/);
	const secret = await beginAuthenticator(page, OWNER.password);
	await giveCode(page, await oneTimePassword(`otpauth://totp/x?secret=${secret}`, Date.now()));
	await expect(page.getByText('Your authenticator app is set up.')).toBeVisible();
	await page.goto('/admin');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
}

async function chooseSoloMode(page: Page): Promise<void> {
	await page.goto('/admin/first-run');
	const fields = ['I run this site alone.'];
	await handOn(page).doAction({ button: 'Switch to solo mode', fields, result: 'Mode changed.' });
}

async function addWall(page: Page): Promise<void> {
	await page.goto('/admin/offerwalls');
	await page.getByRole('button', { name: 'Add offerwall' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Partner', { exact: true }).selectOption('wannads');
	const fields = { 'ID (permanent': WALL.id, 'Display name': 'First Offers', Secret: WALL.secret, 'App ID': 'first' };
	for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
	await dialog.getByLabel('Allowed IPs').fill('127.0.0.1\n::1');
	await dialog.getByLabel('Reason', { exact: true }).fill('Our first partner.');
	await dialog.getByRole('button', { name: 'Add offerwall' }).click();
	await expect(dialog.getByText('Applies in 24 hours')).toBeVisible();
}

async function expectFirstStepsDone(page: Page): Promise<void> {
	await expect(async () => {
		await page.goto('/admin/first-run');
		await expect(page.getByRole('definition').filter({ hasText: /^Done/ })).toHaveCount(3, { timeout: 5_000 });
	}).toPass({ timeout: 120_000 });
	await page.getByRole('button', { name: 'Send test email' }).click();
	await expect(page.getByRole('main').getByText(`to ${OWNER.email}. Check that it arrives.`)).toBeVisible();
	await page.getByRole('button', { name: 'Ask the vendor' }).click();
	await expect(page.getByRole('main').getByText('rbxcrate is available.')).toBeVisible();
}

async function signUpAndConfirm(page: Page, product: Addresses): Promise<void> {
	await page.goto('/sign-up');
	await fillSignUp(page, { email: EARNER });
	await page.getByRole('button', { name: 'Create account' }).click();
	await expect(page.getByText(`open the link we sent to ${EARNER}`)).toBeVisible();
	await page.goto(await linkTo(product, EARNER, '/verify-email'));
	await page.getByRole('button', { name: 'Confirm my email address' }).click();
	await expect(page.getByRole('button', { name: 'Confirm my email address' })).toBeHidden();
}

async function earn(page: Page, { sandboxUrl }: Addresses): Promise<void> {
	await expect(async () => {
		await page.goto('/earn');
		await expect(page.getByRole('link', { name: 'First Offers' })).toBeVisible({ timeout: 5_000 });
	}).toPass({ timeout: 120_000 });
	const userId = await page.evaluate(async () => (await (await fetch('/auth/account')).json()).uid);
	await send('POST', `${sandboxUrl}/control/wall/completions`, { userId, reward: '120.00', campaignName: 'Survey' });
	await expect(page.getByRole('banner').getByRole('status')).toContainText('120.00 R$');
}
