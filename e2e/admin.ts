import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Database } from '../server/lib/database.ts';
import { makeAdmin } from './database.ts';
import { type Earner, PASSWORD, signUp } from './earner.ts';
import type { Addresses } from './product.ts';

/** Signs a new admin in on this page, by the admin's own door. */
export async function enterAsAdmin(page: Page, product: Addresses, database: Database): Promise<Earner> {
	const admin = await signUp(product);
	await makeAdmin(database, admin.uid);
	await page.goto('/admin/login');
	await page.getByLabel('Email').fill(admin.email);
	await page.getByLabel('Password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Login' }).click();
	await expect(page).toHaveURL(/\/admin$/);
	return admin;
}

/** Presses an action's button, answers its question, and waits for what came of it. */
export async function doDeed(
	page: Page,
	{
		button,
		action = button,
		reason,
		result,
	}: { button: string; action?: string; reason: string; result: string | RegExp },
	fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void> = async () => {},
): Promise<void> {
	await page.getByRole('button', { name: button, exact: true }).click();
	const dialog = page.getByRole('dialog');
	await fill(dialog);
	// It comes last, and is called otherwise where it is the message itself.
	await dialog.getByRole('textbox').last().fill(reason);
	await dialog.getByRole('button', { name: action, exact: true }).click();
	await expect(dialog.getByText(result)).toBeVisible();
	await dialog.getByRole('button', { name: 'Done' }).click();
	await expect(dialog).toBeHidden();
}

/** Each page of the admin area. What belongs to somebody or something is asked for by an id that nobody has. */
export const adminAddresses = [
	'/admin',
	'/admin/users',
	`/admin/users/${randomUUID()}`,
	'/admin/fraud',
	'/admin/actions',
	'/admin/logs',
	'/admin/withdrawals',
	'/admin/withdrawals/W-NONE',
	'/admin/offerwalls',
	'/admin/promo-codes',
	'/admin/export',
	'/admin/no-such-page',
];

/**
 * The same as {@link doDeed} with keys alone: the focus starts in the first field, goes to the result, and back to the button
 * where that is still there.
 * @param fields what is typed into each, in order; the reason is the last.
 */
export async function doDeedByKeyboard(
	page: Page,
	{
		button,
		action = button,
		fields,
		result,
	}: { button: string; action?: string; fields: string[]; result: string | RegExp },
): Promise<void> {
	await page.getByRole('button', { name: button, exact: true }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog');
	await expect(dialog.locator('input:focus, textarea:focus')).toHaveCount(1);
	for (const field of fields) {
		await page.keyboard.press('ControlOrMeta+a');
		await page.keyboard.type(field);
		await page.keyboard.press('Tab');
	}
	await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
	await page.keyboard.press('Tab');
	await expect(dialog.getByRole('button', { name: action, exact: true })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(dialog.getByText(result)).toBeVisible();
	await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
}
