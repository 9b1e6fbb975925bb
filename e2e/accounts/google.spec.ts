import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Database } from '../../server/lib/db/database.ts';
import { ageSessions } from '../support/database.ts';
import { expect, test } from '../support/journey.ts';
import { signUp } from '../support/user.ts';
import { openAccount } from '../walks/walk-account.ts';
import { fillBirthDate, signOut } from '../walks/walk-sign-in.ts';

const newEmail = () => `${randomUUID()}@gmail.example`;
const AGE_UNKNOWN = '403 ';

type Person = { email: string; isUnverified?: boolean };

async function continueWithGoogle(page: Page, { email, isUnverified = false }: Person): Promise<void> {
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByLabel('Another account').fill(email);
	await page.getByLabel('Email not verified').setChecked(isUnverified);
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

// spec: 1.google-sign-in
test('a first Google sign-in asks for the date of birth before the account is used', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.slow();
	trouble.expect(AGE_UNKNOWN);
	const email = newEmail();
	await page.goto('/login?next=/offer-history');
	await continueWithGoogle(page, { email });
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

test('a Google sign-in does not succeed after Back, with an existing address, or below the minimum age', async ({
	page,
	product,
	trouble,
}) => {
	const menu = page.getByRole('button', { name: /account menu/i });
	await page.goto('/login');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
	trouble.expect('401 GET /auth/token');
	await page.goBack();
	await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();

	const { email } = await signUp(product);
	for (const isUnverified of [true, false]) {
		await page.goto('/login');
		await continueWithGoogle(page, { email, isUnverified });
		await expect(page.getByRole('alert')).toHaveText(
			'There is already an account with this email address. Sign in the way you did before.',
		);
		await expect(menu).toBeHidden();
	}

	await page.context().clearCookies();
	trouble.expect(AGE_UNKNOWN);
	const child = newEmail();
	await page.goto('/sign-up');
	await continueWithGoogle(page, { email: child });
	await fillBirthDate(page, String(new Date().getUTCFullYear() - 9));
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page.getByRole('heading', { name: "You can't open an account yet." })).toBeFocused();
	await expect(menu).toBeHidden();
	await page.goto('/login');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByRole('button', { name: child }).click();
	await expect(page.getByRole('alert')).toHaveText("You can't open an account yet.");
	expect(page.url()).not.toContain('error');
});
