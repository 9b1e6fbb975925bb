import type { BrowserContext, Page } from '@playwright/test';
import { expectSignedIn } from '../support/journey.ts';
import { startFirstOffer } from '../support/offers.ts';
import { expect } from '../support/patient.ts';
import type { Addresses } from '../support/product.ts';
import { signUp } from '../support/user.ts';

type Walk = {
	context: BrowserContext;
	product: Addresses;
	look: (step: string, page: Page) => Promise<void>;
};

export async function walkOffers({ context, product, look }: Walk): Promise<void> {
	await context.clearCookies();
	const page = await context.newPage();
	await page.goto(await (await signUp(product)).handOffAddress());
	await expectSignedIn(page);
	await page.goto('/earn');
	const partner = await startFirstOffer(page);
	await partner
		.getByRole('button', { name: /^Complete/ })
		.first()
		.click();
	await expect(page.getByText('Credited', { exact: true })).toBeVisible();
	await partner.close();
	await look('offer', page);
	await page.getByRole('link', { name: 'Missing a reward?' }).click();
	await page.getByLabel('Which step is missing?').selectOption({ index: 1 });
	await look('claim', page);
	await page.getByRole('button', { name: 'Submit' }).click();
	await expect(page.getByText("We haven't received anything from the partner.")).toBeVisible();
	await look('claim-answer', page);
	await page.getByRole('link', { name: 'Your requests' }).click();
	await expect(page.getByRole('row', { name: /In review/ })).toBeVisible();
	await look('claims', page);
	await page.goto('/offer-history');
	await page.getByRole('button', { name: 'Details' }).first().click();
	await expect(page.getByText('Something wrong?')).toBeVisible();
	await look('offer-history-row', page);
	await page.goto('/help');
	await expect(page.getByLabel('Search for answers')).toBeVisible();
	await look('help', page);
	await page.close();
}
