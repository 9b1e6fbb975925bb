import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Database } from '../server/lib/database.ts';
import { makeAdmin } from './database.ts';
import { type Earner, PASSWORD, signUp } from './earner.ts';
import { expect } from './patient.ts';
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

/** For a story of many deeds: seconds on a machine of one's own, minutes where others work too. */
export const LONG_STORY_MS = 180_000;

type Deed = {
	/** Its button, by its words or, where several have the same, itself. */
	button: string | Locator;
	/** The word on the button that does it, where that differs. */
	action?: string;
	/** What came of it. */
	result: string | RegExp;
};

function partsOf(page: Page, { button, action }: Deed) {
	const opener = typeof button === 'string' ? page.getByRole('button', { name: button, exact: true }) : button;
	const word = action ?? (typeof button === 'string' ? button : '');
	const dialog = page.getByRole('dialog');
	return { opener, dialog, doer: dialog.getByRole('button', { name: word, exact: true }) };
}

/** Presses an action's button, answers its question, and waits for what came of it. */
export async function doDeed(
	page: Page,
	{ reason, ...deed }: Deed & { reason: string },
	fill: (dialog: Locator) => Promise<void> = async () => {},
): Promise<void> {
	const { opener, dialog, doer } = partsOf(page, deed);
	await opener.click();
	await fill(dialog);
	// It comes last, and is called otherwise where it is the message itself.
	await dialog.getByRole('textbox').last().fill(reason);
	await doer.click();
	await expect(dialog.getByText(deed.result)).toBeVisible();
	await dialog.getByRole('button', { name: 'Done' }).click();
	await expect(dialog).toBeHidden();
}

/**
 * The same with keys alone: the focus starts in the first field, and goes to the result.
 * @param fields what is typed into each, in order; the reason is the last.
 */
export async function doDeedByKeyboard(
	page: Page,
	{ fields, ...deed }: Deed & { fields: readonly string[] },
): Promise<void> {
	const { opener, dialog, doer } = partsOf(page, deed);
	await opener.focus();
	await page.keyboard.press('Enter');
	await expect(dialog.locator('input:focus, textarea:focus')).toHaveCount(1);
	for (const field of fields) {
		await page.keyboard.press('ControlOrMeta+a');
		await page.keyboard.type(field);
		await page.keyboard.press('Tab');
	}
	await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
	await page.keyboard.press('Tab');
	await expect(doer).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(dialog.getByText(deed.result)).toBeVisible();
	await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
	await page.keyboard.press('Enter');
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
