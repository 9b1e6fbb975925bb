import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signUp } from '../support/earner.ts';
import { expect, test } from '../support/journey.ts';
import { fillBirthDate, signOut } from '../walks/walk-sign-in.ts';

const newEmail = () => `${randomUUID()}@gmail.example`;
/** An account that cannot be used yet is refused everywhere; the pages around it say what to do. */
const AGE_UNKNOWN = '403 ';

type Person = { email: string; isUnverified?: boolean };

async function continueWithGoogle(page: Page, { email, isUnverified = false }: Person): Promise<void> {
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByLabel('Another account').fill(email);
	await page.getByLabel('This address is not confirmed').setChecked(isUnverified);
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

test('a first sign-in with Google asks for a date of birth, wherever the account is used', async ({
	page,
	product,
	trouble,
}) => {
	trouble.expect(AGE_UNKNOWN);
	const email = newEmail();
	await page.goto('/login?next=/offer-history');
	await continueWithGoogle(page, { email });
	await expect(page).toHaveURL(`${product.url}/sign-up?step=age`);
	await expect(page.getByRole('heading', { name: 'One more question' })).toBeVisible();
	await page.goto('/withdraw');
	await expect(page).toHaveURL(`${product.url}/sign-up?step=age&next=/withdraw`);
	await page.goto('/login');
	await page.getByRole('link', { name: 'Finish your account' }).click();
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page.getByLabel('Day')).toBeFocused();
	await fillBirthDate(page, '2000');
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
	await expect(page.getByRole('banner').getByRole('status')).toContainText('0.00 R$');

	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
	await signOut(page);
	await page.goto('/login?next=/offer-history');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByRole('button', { name: email }).click();
	await expect(page).toHaveURL(`${product.url}/offer-history`);
	await expect(page.getByRole('heading', { name: 'Offer History' })).toBeVisible();
	await page.goto('/sign-up?step=age');
	await expect(page).toHaveURL(`${product.url}/withdraw`);
});

test('whoever is too young gets no account by Google either', async ({ page, trouble }) => {
	trouble.expect(AGE_UNKNOWN);
	const email = newEmail();
	await page.goto('/sign-up');
	await continueWithGoogle(page, { email });
	await fillBirthDate(page, String(new Date().getUTCFullYear() - 9));
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page.getByRole('heading', { name: 'We cannot make an account for you.' })).toBeFocused();
	await expect(page.getByRole('button', { name: /account menu/i })).toBeHidden();
	await page.goto('/login');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByRole('button', { name: email }).click();
	await expect(page.getByRole('alert')).toHaveText('We cannot make an account for you.');
	expect(page.url()).not.toContain('error');
});

test('an address that Google has not confirmed opens nobody else’s account', async ({ page, product }) => {
	const { email } = await signUp(product);
	for (const isUnverified of [true, false]) {
		await page.goto('/login');
		await continueWithGoogle(page, { email, isUnverified });
		await expect(page.getByRole('alert')).toHaveText(
			'There is already an account with this e-mail address. Sign in the way you did before.',
		);
		await expect(page.getByRole('button', { name: /account menu/i })).toBeHidden();
	}
});

test('coming back by the browser’s own button finds the page as it was', async ({ page, trouble }) => {
	await page.goto('/login');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
	// A page that the browser has not kept asks once who is there: Google might have signed somebody in.
	trouble.expect('401 GET /auth/token');
	await page.goBack();
	await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
});
