import type { Page } from '@playwright/test';
import { pages } from '../../contract/pages.ts';
import { expect, openSignedIn, test } from '../support/journey.ts';
import { expectToFit } from '../support/look.ts';
import { readyToWithdraw } from '../support/test-user.ts';

const languages = (process.env.LANGUAGES ?? 'de').split(',').filter((language) => language !== 'en');
const PSEUDO = 'pseudo-locale';
const PHONE = 390;
const ofAccess = (wanted: string) =>
	Object.entries(pages).flatMap(([path, access]) => (access === wanted && !/[:*]/.test(path) ? path : []));

/** Simulates a right-to-left language, with `speakPseudo`: mirrored pages, Hebrew letters, texts a third longer. */
const mirror = (page: Page) =>
	page.addInitScript(() => {
		new MutationObserver(() => {
			if (document.documentElement.dir !== 'rtl') document.documentElement.dir = 'rtl';
		}).observe(document, { childList: true, subtree: true, attributeFilter: ['dir'] });
	});

function speakPseudo(page: Page): Promise<void> {
	return page.evaluate(() => {
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			const text = walker.currentNode as Text;
			if (text.parentElement?.closest('script, style, select, code, .logo, .figures, .font-mono')) continue;
			text.data = text.data.replaceAll(/\p{L}+/gu, (word) =>
				'שלום'.repeat(word.length).slice(0, (word.length * 4) / 3),
			);
		}
	});
}

for (const language of [...languages, PSEUDO]) {
	test(`no page overflows a phone in ${language}`, async ({ browser, product }) => {
		test.slow();
		const isPseudo = language === PSEUDO;
		const context = await browser.newContext({
			...{ baseURL: product.url, locale: isPseudo ? 'en' : language, viewport: { width: PHONE, height: 844 } },
		});
		const page = await context.newPage();
		if (isPseudo) await mirror(page);
		const visit = async (path: string, open: (path: string) => Promise<unknown>) => {
			await open(path);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
			if (isPseudo) await speakPseudo(page);
			await expect(page.locator('html')).toHaveAttribute('lang', isPseudo ? 'en' : language);
			await expect(page.locator('html')).toHaveAttribute('dir', isPseudo ? 'rtl' : 'ltr');
			await expectToFit(page, PHONE);
		};
		for (const path of ofAccess('public')) await visit(path, () => page.goto(path));
		const logo = await page.locator('header .logo').boundingBox();
		expect(Number(logo?.x) < PHONE / 2).toBe(!isPseudo);

		const { user } = await readyToWithdraw(product);
		await visit('/withdraw', async () => openSignedIn(page, await user.handOffAddress()));
		for (const path of [...ofAccess('signed-in'), '/earn/sandbox']) await visit(path, () => openSignedIn(page, path));
		await context.close();
	});
}
