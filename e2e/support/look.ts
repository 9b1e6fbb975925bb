import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** CSS pixels: the narrowest screen that everything must fit on (WCAG 1.4.10). */
const NARROWEST = 320;

/** Nothing on the page keeps anybody out. Dark differs from light in its colours alone, so only they are looked at again. */
export async function expectAccessible(page: Page): Promise<void> {
	await expectStill(page);
	// Where the page was scrolled to, the header may cover half a button, which would count as a small one.
	const scrolledBy = await page.evaluate(() => scrollY);
	await page.evaluate(() => scrollTo(0, 0));
	await expectNoViolations(page, new AxeBuilder({ page }).withTags(rules), 'light');
	await page.emulateMedia({ colorScheme: 'dark' });
	await expectNoViolations(page, new AxeBuilder({ page }).withRules('color-contrast'), 'dark');
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

async function expectNoViolations(page: Page, axe: AxeBuilder, look: string): Promise<void> {
	const { violations } = await axe.analyze();
	const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
	expect(found, `${page.url()} in ${look}`).toEqual([]);
}

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

export async function expectSound(page: Page): Promise<void> {
	await expectAccessible(page);
	await expectToFit(page);
}
