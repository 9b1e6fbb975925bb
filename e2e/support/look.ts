import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import sharp from 'sharp';

const PICTURES = join(import.meta.dirname, '../../build/pictures');

/** Minified, because every checked page parses it again. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** CSS px (WCAG 1.4.10). */
const NARROWEST = 320;
const PHONE = 390;
const widths = [PHONE, 1280];

/** Waits until an element is visible. */
export async function pageShowing(shown: Page | Locator): Promise<Page> {
	if (!('page' in shown)) return shown;
	await expect(shown).toBeVisible();
	return shown.page();
}

async function expectStill(page: Page): Promise<void> {
	const isSettled = () =>
		page.evaluate(async () => {
			const places = () =>
				[...document.querySelectorAll('a, button, dialog, input, select, summary')]
					.map((element) => Object.values(element.getBoundingClientRect().toJSON()).join())
					.join(' ');
			const before = places();
			for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
			return before === places() && document.getAnimations().length === 0;
		});
	await expect.poll(isSettled, { message: `${page.url()} stands still` }).toBe(true);
}

async function expectNoViolations(page: Page, look: string, runOnly: RunOptions['runOnly']): Promise<void> {
	if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
	const found = await page.evaluate(
		async (options) => {
			const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
			return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
		},
		{ runOnly, resultTypes: ['violations'], iframes: false, preload: false } satisfies RunOptions,
	);
	expect(found, `${page.url()} in ${look}`).toEqual([]);
}

/** @param width CSS px. Restores the viewport afterwards. */
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

/** With the variable PICTURES, saves the page in all widths and colours. 256 colours take a third of the bytes. */
export async function takePictures(page: Page, step: string): Promise<void> {
	if (!process.env.PICTURES) return;
	await mkdir(PICTURES, { recursive: true });
	for (const width of widths) {
		await page.setViewportSize({ width, height: 844 });
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			const picture = await page.screenshot({ fullPage: step.startsWith('admin') });
			await sharp(picture)
				.png({ palette: true })
				.toFile(join(PICTURES, `${step}-${width}-${colorScheme}.png`));
		}
	}
}

export async function expectSound(page: Page, step: string): Promise<void> {
	const before = page.viewportSize();
	const scrolledBy = await page.evaluate(() => scrollY);
	for (const width of widths) {
		await page.setViewportSize({ width, height: before?.height ?? 800 });
		await expectStill(page);
		// A scrolled page may hide half a button under the header, which would fail the size rule.
		await page.evaluate(() => scrollTo(0, 0));
		await expectNoViolations(page, `light at ${width} px`, { type: 'tag', values: rules });
	}
	await page.emulateMedia({ colorScheme: 'dark' });
	await expectNoViolations(page, 'dark', { type: 'rule', values: ['color-contrast'] });
	await takePictures(page, step);
	await page.emulateMedia({ colorScheme: 'light' });
	await expectToFit(page);
	if (before) await page.setViewportSize(before);
	await page.evaluate((y) => scrollTo(0, y), scrolledBy);
}

/** Checks the layout at 200% text size (WCAG 1.4.4). */
export async function expectToFitLargeText(page: Page): Promise<void> {
	const setSize = (size: string) =>
		page.evaluate((fontSize) => {
			document.documentElement.style.fontSize = fontSize;
		}, size);
	await setSize('200%');
	await expectStill(page);
	expect.soft(await page.evaluate(findOverlaps), `${page.url()} with text of 200 %`).toEqual([]);
	expect.soft(await page.evaluate(findBrokenWords), `${page.url()}: words of the bar with text of 200 %`).toEqual([]);
	await expectToFit(page, PHONE);
	await setSize('');
}

/** Runs in the page. @returns navigation words broken over several lines. */
function findBrokenWords(): string[] {
	return [...document.querySelectorAll('nav li')].flatMap((entry) => {
		const words = entry.textContent;
		const range = document.createRange();
		range.selectNodeContents(entry.querySelector('span:last-child') ?? entry);
		return range.getClientRects().length > words.split(' ').length ? words : [];
	});
}

/** Runs in the page. @returns overlapping, clipped and off-screen texts. */
function findOverlaps(): string[] {
	const cutOff: string[] = [];
	/** Returns only visible lines. Fixed and sticky elements overlap on purpose. */
	function linesOf(text: Text): DOMRect[] {
		const range = document.createRange();
		range.selectNodeContents(text);
		let lines = [...range.getClientRects()];
		for (let element = text.parentElement; element && element !== document.body; element = element.parentElement) {
			const { position, overflowX, textOverflow, clipPath } = getComputedStyle(element);
			if (position === 'fixed' || position === 'sticky' || clipPath !== 'none') return [];
			if (overflowX === 'visible') continue;
			const cut = element.getBoundingClientRect();
			const isHard = overflowX === 'hidden' && textOverflow === 'clip';
			if (isHard && lines.some(({ right }) => right > cut.right + 1)) cutOff.push(text.data);
			lines = lines.map(({ left, top, right, bottom }) => {
				const from = { x: Math.max(left, cut.left), y: Math.max(top, cut.top) };
				return new DOMRect(from.x, from.y, Math.min(right, cut.right) - from.x, Math.min(bottom, cut.bottom) - from.y);
			});
		}
		return lines.filter(({ width, height }) => width > 2 && height > 2);
	}
	const isOn = (a: DOMRect, b: DOMRect) =>
		Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
		Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 3;

	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const texts: { text: string; lines: DOMRect[] }[] = [];
	while (walker.nextNode()) {
		const text = walker.currentNode as Text;
		const isVisible = text.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
		if (isVisible && !text.parentElement?.closest('select')) texts.push({ text: text.data, lines: linesOf(text) });
	}
	const badlyPlaced = texts.flatMap(({ text, lines }, index) => [
		...(lines.some((line) => line.right > innerWidth + 1 || line.left < -1) ? [`${text} is beside the screen`] : []),
		...texts
			.slice(index + 1)
			.filter((other) => lines.some((line) => other.lines.some((otherLine) => isOn(line, otherLine))))
			.map((other) => `${text} is on ${other.text}`),
	]);
	return [...badlyPlaced, ...cutOff.map((text) => `${text} is cut off`)];
}
