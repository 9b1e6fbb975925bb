import type { Page } from '@playwright/test';
import { readyToWithdraw } from '../support/earner.ts';
import { holdBack } from '../support/hand.ts';
import { expect, test } from '../support/journey.ts';

/** People who set their system to what they need: larger text, their own colours, nothing that moves. */
const publicPages = ['/', '/login', '/sign-up', '/reset-password', '/admin/login', '/privacy-policy'];
const ownPages = ['/withdraw', '/earn', '/offer-history', '/withdraw-history', '/account', '/delete-account'];

async function visit(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

test('with text at twice its size nothing scrolls sideways', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	const check = async (path: string) => {
		await visit(page, path);
		await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
		const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
		expect(wide, path).toBeLessThanOrEqual(0);
	};
	for (const path of publicPages) await check(path);
	await enter(earner);
	for (const path of ownPages) await check(path);
});

test('with colours of their own everybody sees what can be pressed and filled in', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	await page.emulateMedia({ forcedColors: 'active' });
	const check = async (path: string) => {
		await visit(page, path);
		// What only a background tells is gone: a border has to be left.
		const bare = await page
			.locator('.rounded-control:is(button, a, input, select, textarea):not(.sr-only):visible')
			.evaluateAll((elements) =>
				elements
					.filter((element) => {
						const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
						return borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1;
					})
					.map((element) => element.textContent || element.outerHTML),
			);
		expect(bare, path).toEqual([]);
	};
	for (const path of publicPages) await check(path);
	await enter(earner);
	for (const path of ownPages) await check(path);
});

test('whoever asks for less motion gets none', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await enter(earner);
	const release = await holdBack(page, '**/api/getOfferHistory');
	await page.goto('/offer-history');
	await expect(page.getByRole('table', { name: 'Offer history, loading' })).toBeVisible();
	await page.getByRole('button', { name: /account menu/i }).click();
	await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
	expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
	release();
	await expect(page.getByRole('table', { name: 'Offer history', exact: true })).toBeVisible();
});
