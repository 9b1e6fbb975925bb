import { expect, type Locator, type Page } from '@playwright/test';
import { holdBack } from './hand.ts';
import type { Walk } from './journey.ts';

type StoryPlan = Omit<Walk, 'database'> & { email: string; gameAccount: string; pay: () => Promise<void> };

const offers = {
	big: { name: 'Space trader: finish the first sector', reward: 620 },
	small: { name: 'Commuting survey' },
};

export async function walkTheStory(plan: StoryPlan): Promise<void> {
	const phone = await signUpOnThePhone(plan);
	await earnOnThePhone(phone, plan);
	const page = await tapWithdraw(phone, plan);
	await addGameUsername(page, plan);
	await watchTheBalanceMove(phone, page);
	await withdraw(page, plan);
	await followTheOrder(phone, page, plan);
}

async function signUpOnThePhone({ context, product, email, look }: StoryPlan): Promise<Page> {
	const phone = await context.newPage();
	await phone.goto(product.sandboxUrl);
	await look('phone-sign-up', phone);
	await phone.getByLabel('Name', { exact: true }).fill('Demo Person');
	await phone.getByLabel('Email').fill(email);
	await phone.getByLabel('Password').fill('a long enough password');
	await phone.getByLabel('Date of birth').fill('2000-02-29');
	await phone.locator('form').getByRole('button', { name: 'Sign up' }).last().click();
	await expect(balanceOnThe(phone)).toHaveText('0.00');
	await look('phone-empty', phone.getByText('Live', { exact: true }));
	return phone;
}

async function earnOnThePhone(phone: Page, { look }: StoryPlan): Promise<void> {
	await completeOffer(phone, offers.big.name);
	await look('wall', phone);
	await phone.getByRole('button', { name: 'Home' }).click();
	await expect(balanceOnThe(phone)).toHaveText('620.00');
	await look('phone', phone.getByRole('listitem').filter({ hasText: offers.big.name }));
}

async function completeOffer(phone: Page, name: string): Promise<void> {
	await phone.getByRole('button', { name: 'Offers' }).click();
	const wall = phone.frameLocator('iframe[title="Offers"]');
	await wall.getByRole('button', { name: `Complete ${name}` }).click();
	await expect(wall.getByRole('status')).toHaveText(`${name} credited.`);
}

async function tapWithdraw(phone: Page, { context, product, look }: StoryPlan): Promise<Page> {
	const opened = context.waitForEvent('page');
	await phone.getByRole('button', { name: 'Withdraw' }).click();
	const page = await opened;
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
	expect(page.url()).toBe(`${product.url}/withdraw`);
	await look('phone-withdraw-tapped', phone);
	return page;
}

async function addGameUsername(page: Page, { gameAccount, look }: StoryPlan): Promise<void> {
	const dialog = page.getByRole('dialog', { name: /^Your Roblox/ });
	await look('username-asked', dialog);
	await dialog.getByLabel('Username').fill(gameAccount);
	await dialog.getByRole('button', { name: 'Continue' }).click();
	await expect(dialog.getByText('Is this you?')).toBeVisible();
	await expect(dialog.getByText(`@${gameAccount}`)).toBeVisible();
	await pictureIsThere(dialog.locator('img'));
	await look('username', page);
	await dialog.getByRole('button', { name: 'Yes' }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('main').getByText(`@${gameAccount}`)).toBeVisible();
	await expect(page.getByLabel('Game')).toBeEnabled();
	await look('withdraw-empty', page);
}

async function watchTheBalanceMove(phone: Page, page: Page): Promise<void> {
	let loads = 0;
	for (const each of [phone, page]) each.on('load', () => loads++);
	await completeOffer(phone, offers.small.name);
	await expect(page.getByRole('definition').first()).toHaveText('642.75 R$');
	await expect(page.getByRole('banner').getByRole('status')).toContainText('642.75 R$');
	await phone.getByRole('button', { name: 'Home' }).click();
	await expect(balanceOnThe(phone)).toHaveText('642.75');
	expect(loads).toBe(0);
}

async function withdraw(page: Page, { look }: StoryPlan): Promise<void> {
	await page.bringToFront();
	await page.getByLabel('Game').selectOption({ label: 'Harbor Builders' });
	await page.getByLabel('Amount').fill('50');
	await look('withdraw', page.getByText('Required pass price: 71 R$'));

	const release = await holdBack(page, '**/api/processWithdrawal');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	const processing = page.getByRole('button', { name: 'Processing...' });
	await expect(processing).toBeDisabled();
	await expect(page.getByLabel('Game')).toBeDisabled();
	await expect(page.getByLabel('Amount')).toHaveJSProperty('readOnly', true);
	await look('withdraw-processing', page);
	release();

	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
	await expect(page.getByLabel('Amount')).toHaveValue('');
	await expect(page.getByText('Required pass price')).toBeHidden();
	await expect(page.getByRole('main').getByRole('button', { name: 'Withdraw' })).toBeEnabled();
	await expect(page.getByRole('definition').first()).toHaveText('592.75 R$');
	await look('withdraw-submitted', page);
}

async function followTheOrder(phone: Page, page: Page, { look, pay }: StoryPlan): Promise<void> {
	await page.getByRole('button', { name: /account menu/i }).click();
	await look('menu', page);
	await page.getByRole('link', { name: 'Withdraw History', exact: true }).click();
	const row = page.getByRole('row').filter({ hasText: '50.00 R$' });
	await expect(row).toContainText(/Pending|Processing/);
	await look('withdraw-history-open', page);
	await pay();
	await expect(row).toContainText('Completed');
	await expect(row.getByRole('cell', { name: 'No', exact: true })).toBeAttached();
	await look('withdraw-history', page);
	await readTheReceipt(page, row, look);

	await expect(phone.getByRole('listitem').filter({ hasText: 'Withdrawal' })).toContainText('Completed');
	await expect(balanceOnThe(phone)).toHaveText('592.75');
	await page.getByRole('button', { name: /account menu/i }).click();
	await page.getByRole('link', { name: 'Offer History', exact: true }).click();
	await expect(page.getByRole('row').filter({ hasText: offers.big.name })).toContainText('620.00 R$');
	await look('offer-history', page);
	await phone.bringToFront();
	await look('phone-paid', phone);
}

async function readTheReceipt(page: Page, row: Locator, look: StoryPlan['look']): Promise<void> {
	await row.getByRole('button').first().click();
	await page.getByRole('link', { name: 'Receipt', exact: true }).click();
	await expect(page.getByText('This receipt is valid.')).toBeVisible();
	await look('receipt', page.getByText('−50.00 R$'));
	await page.emulateMedia({ media: 'print' });
	await expect(page.getByRole('banner')).toBeHidden();
	await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
	await expect(page.getByText('−50.00 R$')).toBeVisible();
	await page.emulateMedia({ media: null });
}

const balanceOnThe = (phone: Page) => phone.getByTestId('balance');

async function pictureIsThere(picture: ReturnType<Page['locator']>): Promise<void> {
	await expect(picture).toHaveJSProperty('complete', true);
	await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
}
