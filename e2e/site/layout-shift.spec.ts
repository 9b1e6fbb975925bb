import type { BrowserContext } from '@playwright/test';
import { expect, openSignedIn, test } from '../support/journey.ts';
import { readyToWithdraw } from '../support/user.ts';

const SHIFT_MAX = 0.02;
const LATE_MS = 300;
const STILL_AFTER_MS = 3_000;
const paths = ['/withdraw', '/offer-history', '/withdraw-history', '/account', '/claims', '/threads'];

async function shiftOf(context: BrowserContext, path: string): Promise<number> {
	const page = await context.newPage();
	await page.addInitScript(() => {
		const shifts: { value: number }[] = [];
		Object.assign(globalThis, { shifts });
		new PerformanceObserver((list) => {
			const found = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
			shifts.push(...found.filter(({ hadRecentInput }) => !hadRecentInput));
		}).observe({ type: 'layout-shift', buffered: true });
	});
	await page.goto(path);
	await page.waitForTimeout(STILL_AFTER_MS);
	const sum = await page.evaluate(() =>
		(globalThis as unknown as { shifts: { value: number }[] }).shifts.reduce((total, { value }) => total + value, 0),
	);
	await page.close();
	return sum;
}

for (const [width, height] of [
	[390, 844],
	[1440, 900],
] as const) {
	test(`pages stand still at ${width} px while their data arrives late`, async ({ browser, product }) => {
		const { user } = await readyToWithdraw(product);
		const context = await browser.newContext({
			baseURL: product.url,
			viewport: { width, height },
			reducedMotion: 'reduce',
			serviceWorkers: 'block',
		});
		const first = await context.newPage();
		await openSignedIn(first, await user.handOffAddress());
		await first.close();
		for (const late of ['**/api/**', '**/data/users/*', '**/auth/**']) {
			await context.route(late, async (route) => {
				await new Promise((done) => setTimeout(done, LATE_MS));
				await route.continue().catch(() => {});
			});
		}
		for (const path of [...paths, '/login']) {
			expect.soft(await shiftOf(context, path), path).toBeLessThanOrEqual(SHIFT_MAX);
		}
		await context.close();
	});
}
