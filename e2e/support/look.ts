import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** CSS pixels: the narrowest screen that everything must fit on (WCAG 1.4.10). */
const NARROWEST = 320;

/** Nothing on the page keeps anybody out. Dark differs from light in its colours alone, so only they are looked at again. */
export async function expectAccessible(page: Page): Promise<void> {
	await expectStill(page);
	// Where the page was scrolled to, the header may cover half a button, which would count as a small one.
	const scrolledBy = await page.evaluate(() => {
		const before = scrollY;
		scrollTo(0, 0);
		return before;
	});
	await expectNoViolations(page, 'light', { type: 'tag', values: rules });
	await page.emulateMedia({ colorScheme: 'dark' });
	await expectNoViolations(page, 'dark', { type: 'rule', values: ['color-contrast'] });
	await page.emulateMedia({ colorScheme: 'light' });
	await page.evaluate((y) => scrollTo(0, y), scrolledBy);
}

/** Every control has its place: a check while a part of the page arrives would measure what nobody ever sees. */
async function expectStill(page: Page): Promise<void> {
	const standsStill = () =>
		page.evaluate(async () => {
			const places = () =>
				[...document.querySelectorAll('a, button, dialog, input, select, summary')]
					.map((element) => Object.values(element.getBoundingClientRect().toJSON()).join())
					.join(' ');
			const before = places();
			for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
			return before === places();
		});
	await expect.poll(standsStill, { message: `${page.url()} stands still` }).toBe(true);
}

/** Frames are left out: what is in them is a partner's. */
async function expectNoViolations(page: Page, look: string, runOnly: RunOptions['runOnly']): Promise<void> {
	if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
	const found = await page.evaluate(
		async (options) => {
			const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
			return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
		},
		{ runOnly, resultTypes: ['violations'], iframes: false, preload: false } satisfies RunOptions,
	);
	expect(found, `${page.url()} in ${look}`).toEqual([]);
}

/** The page needs no more than this width, in CSS pixels. The window has its size back afterwards. */
export async function expectToFit(page: Page, width = NARROWEST): Promise<void> {
	const before = page.viewportSize();
	if (before?.width !== width) await page.setViewportSize({ width, height: 640 });
	const { wanted, there } = await page.evaluate(() => ({
		wanted: document.documentElement.scrollWidth,
		there: document.documentElement.clientWidth,
	}));
	expect(wanted, `${page.url()} at ${width} px`).toBeLessThanOrEqual(there);
	if (before && before.width !== width) await page.setViewportSize(before);
}

/** Accessible and fitting, at a computer's width and at a phone's. */
export async function expectSound(page: Page): Promise<void> {
	await expectAccessible(page);
	await expectToFit(page);
}
