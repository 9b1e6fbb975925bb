import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Database } from '../../server/lib/db/database.ts';
import { ageSessions } from '../support/database.ts';
import { expect, test } from '../support/journey.ts';
import { openAccount } from '../walks/walk-account.ts';
import { fillBirthDate, signOut } from '../walks/walk-sign-in.ts';

const newEmail = () => `${randomUUID()}@gmail.example`;
const AGE_UNKNOWN = '403 ';

// spec: 1.google-sign-in
test('a first Google sign-in asks for the date of birth before the account is used', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.slow();
	trouble.expect(AGE_UNKNOWN, '401 GET /auth/token');
	const email = newEmail();
	await page.goto('/login?next=/offer-history');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
	await page.goBack();
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByLabel('Another account').fill(email);
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page).toHaveURL(`${product.url}/sign-up?step=age`);
	await expect(page.getByRole('heading', { name: 'One more question' })).toBeVisible();
	await page.goto('/withdraw');
	await expect(page).toHaveURL(`${product.url}/sign-up?step=age&next=/withdraw`);
	await page.goto('/login');
	await page.getByRole('link', { name: 'Finish setting up your account' }).click();
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page.getByLabel('Day')).toBeFocused();
	await fillBirthDate(page, '2000');
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page.getByRole('heading', { name: 'Earn Robux' })).toBeVisible();
	await expect(page.getByRole('banner').getByRole('status')).toContainText('0.00 R$');

	await signOut(page);
	await page.goto('/login?next=/offer-history');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByRole('button', { name: email }).click();
	await expect(page).toHaveURL(`${product.url}/offer-history`);
	await expect(page.getByRole('heading', { name: 'Offer History' })).toBeVisible();
	await page.goto('/sign-up?step=age');
	await expect(page).toHaveURL(`${product.url}/earn`);
	await expectFreshSignInByGoogle(page, database, email);
});

async function expectFreshSignInByGoogle(page: Page, database: Database, email: string): Promise<void> {
	const continueThere = async () => {
		await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click();
		await page.getByRole('button', { name: email }).click();
		await expect(page.getByText('This device')).toBeVisible();
	};
	await openAccount(page);
	const { uid } = await page.evaluate(async () => (await fetch('/auth/account')).json());
	await ageSessions(database, uid, 11);
	await openAccount(page);
	await page.getByRole('button', { name: 'Set a password' }).click();
	await continueThere();
	await page.getByLabel('New password').fill('another staple entirely');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Your password was set')).toBeVisible();

	await ageSessions(database, uid, 11);
	await page.getByRole('button', { name: 'Change email' }).click();
	await page.getByLabel('New email address').fill(`new-${email}`);
	await page.keyboard.press('Enter');
	await continueThere();
	await expect(page.getByLabel('New email address')).toHaveValue(`new-${email}`);
	await page.getByRole('button', { name: 'Send the link' }).click();
	await expect(page.getByText(`We sent a link to new-${email}.`)).toBeVisible();
}
