import type { Page } from '@playwright/test';
import { sidebarOf } from './admin.ts';
import { handOn } from './hand.ts';
import { expect } from './patient.ts';
import type { TestUser } from './user.ts';

const APPEAL = 'Why is my withdrawal held?';

export async function appeal(user: TestUser, orderId: string): Promise<string> {
	const about = { kind: 'withdrawal', id: orderId };
	return (await user.call('openThread', { subject: 'My withdrawal', text: APPEAL, about })).reference;
}

export async function findByEmail(page: Page, email: string): Promise<void> {
	const search = page.getByRole('dialog', { name: 'Search' });
	// The page renders before it handles keys.
	await expect(async () => {
		await page.keyboard.press('Control+k');
		await expect(search.getByRole('combobox')).toBeFocused({ timeout: 2_000 });
	}).toPass();
	await page.keyboard.type(email.slice(0, 20));
	await expect(search.getByRole('option', { selected: true })).toContainText(email);
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/admin\/users\/[\w-]+$/);
}

export async function answerAppeal(page: Page, user: TestUser, reference: string): Promise<void> {
	const tabs = page.getByRole('navigation', { name: 'User details' });
	await tabs.getByRole('link', { name: 'Messages' }).click();
	await expect(page.getByRole('region', { name: /^Withdrawal W-/ })).toContainText('Withdrawal on hold');
	await page.getByRole('link', { name: reference }).click();
	await expect(page.getByRole('list', { name: 'Messages' })).toContainText(APPEAL);
	await page.getByLabel('Template').selectOption('More details needed');
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(page.getByText('Replace the text in brackets first.')).toBeVisible();
	await page.getByLabel('Template').selectOption('Looking into it');
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(page.getByRole('listitem').filter({ hasText: "We're looking into it" })).toBeVisible();
	const { state, messages } = await user.call('getThread', { reference });
	expect([state, messages.map(({ from }: { from: string }) => from)]).toEqual(['waiting', ['you', 'staff']]);
}

export async function payHeldOrder(page: Page, orderId: string): Promise<void> {
	const { press, doAction } = handOn(page);
	await press(sidebarOf(page).getByRole('link', { name: 'Dashboard' }));
	await press(page.getByRole('link', { name: /held withdrawals? to decide/ }));
	await press(page.getByRole('link', { name: orderId }));
	const goesOn = { button: 'Release', fields: ['A family.'], result: 'Withdrawal status:' };
	await doAction(goesOn);
	await expect(async () => {
		await page.reload();
		await expect(page.getByRole('button', { name: 'Take', exact: true })).toBeVisible({ timeout: 2_000 });
	}).toPass();
	await press(page.getByRole('button', { name: 'Take', exact: true }));
	const pay = { button: 'Mark as paid', fields: [`sale ${orderId}`], result: 'Marked as paid.' };
	await doAction(pay);
	await expect(async () => {
		await page.reload();
		await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 2_000 });
	}).toPass();
}
