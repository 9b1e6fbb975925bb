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
	await dialog.getByLabel('Reason').fill(reason);
	await dialog.getByRole('button', { name: action, exact: true }).click();
	await expect(dialog.getByText(result)).toBeVisible();
	await dialog.getByRole('button', { name: 'Done' }).click();
	await expect(dialog).toBeHidden();
}
