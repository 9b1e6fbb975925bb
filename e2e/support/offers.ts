import type { Page } from '@playwright/test';
import { expect } from './patient.ts';

/** From an offer's page. @returns the partner's page, once our click is kept. */
export async function startOffer(page: Page): Promise<Page> {
	const opening = page.waitForEvent('popup');
	await page.getByRole('button', { name: 'Start the offer' }).click();
	const partner = await opening;
	await expect(page.getByRole('button', { name: 'Continue the offer' })).toBeVisible();
	return partner;
}

/** From Earn. An offer of three steps. */
export async function startFirstOffer(page: Page): Promise<Page> {
	await page
		.getByRole('link', { name: /in 3 steps/ })
		.first()
		.click();
	return startOffer(page);
}
