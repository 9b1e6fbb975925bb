import type { Page } from '@playwright/test';
import { expect } from './patient.ts';

export async function startOffer(page: Page): Promise<Page> {
	const opening = page.waitForEvent('popup');
	await page.getByRole('button', { name: 'Start the offer' }).click();
	const partner = await opening;
	await expect(page.getByRole('button', { name: 'Continue the offer' })).toBeVisible();
	return partner;
}

export async function startFirstOffer(page: Page): Promise<Page> {
	await page
		.getByRole('link', { name: /in 3 steps/ })
		.first()
		.click();
	return startOffer(page);
}
