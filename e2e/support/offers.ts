import { expect, type Page } from '@playwright/test';

export const PHONE =
	'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

export async function startOffer(page: Page): Promise<Page> {
	const opening = page.waitForEvent('popup');
	await page.getByRole('button', { name: 'Start the offer' }).click();
	const partner = await opening;
	await expect(page.getByRole('button', { name: 'Continue the offer' })).toBeVisible();
	return partner;
}

export async function startFirstOffer(page: Page): Promise<Page> {
	await page.getByRole('list', { name: 'Offers' }).getByRole('link').first().click();
	return startOffer(page);
}

/** Newcomers see quick offers first, so call it after a first reward. */
export async function startFirstGame(page: Page): Promise<Page> {
	await page
		.getByRole('link', { name: /\b3 steps/ })
		.first()
		.click();
	return startOffer(page);
}
