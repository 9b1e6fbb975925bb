import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { linkTo } from '../support/mailbox.ts';
import { openAccount } from '../walks/walk-account.ts';
import { fillSignUp } from '../walks/walk-sign-in.ts';

const isConfirmed = (page: Page) =>
	page.evaluate(async () => (await (await fetch('/auth/account')).json()).emailVerified as boolean);

async function confirm(page: Page, email: string): Promise<void> {
	await page.getByRole('button', { name: 'Confirm my email address' }).click();
	await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
}

test('sign-up signs in, and mailed links confirm the first and the changed address on click', async ({
	page,
	product,
}) => {
	const email = `${randomUUID()}@example.com`;
	await page.goto('/login');
	await page.getByRole('link', { name: 'Create an account' }).click();
	await fillSignUp(page, { email });
	await page.getByRole('button', { name: 'Create account' }).click();
	await expect(page).toHaveURL(`${product.url}/earn`);
	await expect(page.getByText(`open the link we sent to ${email}`)).toBeVisible();
	await expect(page.getByRole('banner').getByRole('status')).toContainText('0.00 R$');

	await page.goto(await linkTo(product, email, '/verify-email#code='));
	await expect(page.getByRole('button', { name: 'Confirm my email address' })).toBeVisible();
	expect(page.url()).toBe(`${product.url}/verify-email`);
	expect(await isConfirmed(page)).toBe(false);
	await confirm(page, email);
	expect(await isConfirmed(page)).toBe(true);
	await page.getByRole('main').getByRole('link', { name: 'Withdraw Robux' }).click();
	await expect(page.getByText('open the link we sent')).toBeHidden();

	await openAccount(page);
	await page.getByRole('button', { name: 'Change email' }).click();
	const address = `new-${email}`;
	await page.getByLabel('New email address').fill(address);
	await page.keyboard.press('Enter');
	await expect(page.getByText(`We sent a link to ${address}.`)).toBeVisible();
	await expect(page.getByRole('region', { name: 'Email' }).getByText(email, { exact: true })).toBeVisible();
	await page.goto(await linkTo(product, address, '/verify-email'));
	await confirm(page, address);
	await openAccount(page);
	const you = page.getByRole('region', { name: 'Your profile' });
	await expect(you.getByText(address)).toBeVisible();
	await expect(you.getByText('Confirmed', { exact: true })).toBeVisible();
});
