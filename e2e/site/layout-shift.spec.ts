import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from '../support/journey.ts';
import { readyToWithdraw } from '../support/test-user.ts';

const SHIFT_MAX = 0.02;
const LATE_MS = 300;
const STILL_AFTER_MS = 3_000;
const paths = [
	'/earn',
	'/my-offers',
	'/withdraw',
	'/offer-history',
	'/withdraw-history',
	'/account',
	'/claims',
	'/threads',
];

function shiftOf(page: Page): Promise<number> {
	return page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				let sum = 0;
				new PerformanceObserver((list) => {
					const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
					for (const { value, hadRecentInput } of shifts) if (!hadRecentInput) sum += value;
				}).observe({ type: 'layout-shift', buffered: true });
				setTimeout(() => resolve(sum), 200);
			}),
	);
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
			const page = await context.newPage();
			await page.goto(path);
			await page.waitForTimeout(STILL_AFTER_MS);
			expect.soft(await shiftOf(page), path).toBeLessThanOrEqual(SHIFT_MAX);
			await page.close();
		}
		await context.close();
	});
}

test('the sign-in pages load without layout shift on phone and desktop', async ({ page }) => {
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		for (const path of ['/login', '/sign-up', '/reset-password', '/verify-email']) {
			await page.goto(path, { waitUntil: 'networkidle' });
			await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
			expect(await shiftOf(page), `${path} at ${width} px`).toBeLessThan(0.005);
		}
	}
});
