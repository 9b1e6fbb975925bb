import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { send } from '../../test/sites/json-client.ts';
import { expect, test } from '../support/journey.ts';
import { fillSignUp } from '../support/sign-in.ts';
import { addGameAccount, enterGameAccount, settleOrder } from '../support/test-user.ts';

/** Rewrites texts as a browser's translator does. A zero-width space at the end marks a translated text. */
function translate(how: string): void {
	const isText = (node: Node | null): node is Text =>
		node?.nodeType === Node.TEXT_NODE &&
		/[a-z]/i.test(node.nodeValue ?? '') &&
		!node.parentElement?.closest('font, script, style, textarea, title, option, [translate=no]');
	function rewrite(): void {
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const found: Text[] = [];
		while (walker.nextNode()) if (isText(walker.currentNode)) found.push(walker.currentNode);
		for (const text of found) {
			const [outer, inner] = [document.createElement('font'), document.createElement('font')];
			outer.append(inner);
			text.parentNode?.replaceChild(outer, text);
			inner.append(how === 'wraps' ? text : `${text.nodeValue}\u200b`);
		}
	}
	addEventListener('DOMContentLoaded', () => {
		rewrite();
		setInterval(rewrite, 40);
	});
}

const shownBalance = (page: Page) => page.getByRole('banner').getByRole('status');

async function expectTranslated(page: Page): Promise<void> {
	await expect.poll(() => page.locator('main font').count()).toBeGreaterThan(5);
	expect(await page.locator('.figures font, .font-mono font').count()).toBe(0);
}

for (const how of ['wraps', 'replaces']) {
	test(`sign-up, earning, withdrawal and history work while a translator ${how} the texts of the page`, async ({
		page,
		product,
		trouble,
	}) => {
		// React reports texts that changed before its start, and renders the page anew.
		if (how === 'replaces') trouble.expect('React error #418');
		await page.addInitScript(translate, how);
		const account = await addGameAccount(product);
		await page.goto('/sign-up');
		await expectTranslated(page);
		await fillSignUp(page, { email: `${randomUUID()}@example.com` });
		await page.getByRole('button', { name: 'Create account' }).click();
		await expect(page).toHaveURL(`${product.url}/earn`);
		await expect(shownBalance(page)).toContainText('0.00 R$');
		await expectTranslated(page);

		const uid = await page.evaluate(async () => (await (await fetch('/auth/account')).json()).uid);
		const earn = (reward: string, campaignName: string) =>
			send('POST', `${product.sandboxUrl}/control/wall/completions`, { userId: uid, reward, campaignName });
		await earn('80.00', 'First survey');
		await expect(shownBalance(page)).toContainText('80.00 R$');
		await earn('40.00', 'Second survey');
		await expect(shownBalance(page)).toContainText('120.00 R$');
		await expect(page.getByRole('region', { name: 'Balance' })).toContainText('120.00 R$');

		await page.getByRole('link', { name: 'Withdraw', exact: true }).first().click();
		await enterGameAccount(page, account.name);
		const amount = page.getByLabel('Amount');
		await amount.fill('1,234.567');
		const button = page.getByRole('main').getByRole('button', { name: 'Withdraw' });
		await button.click();
		await expect(page.getByText("We can't tell which amount you mean.")).toBeVisible();
		await amount.fill('50');
		await expect(page.getByText('Required pass price: 71 R$')).toBeVisible();
		await expectTranslated(page);
		await button.click();
		await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
		await expect(shownBalance(page)).toContainText('70.00 R$');

		await page.goto('/withdraw-history');
		const row = page.getByRole('row').filter({ hasText: '50.00 R$' });
		await expect(row).toContainText(/Pending|Processing/);
		await settleOrder(product, account.name);
		await expect(row).toContainText('Completed');
		await expectTranslated(page);
		await page.goto('/offer-history');
		await expect(page.getByRole('row').filter({ hasText: 'First survey' })).toContainText('80.00 R$');
	});
}

test('an optional part that does not load takes nothing else with it', async ({ page, enterReady, trouble }) => {
	trouble.expect('404 GET');
	await page.route(/\/withdraw-parts-[^/]*\.js/, (route) => route.fulfill({ status: 404 }));
	await enterReady();
	let loads = 0;
	page.on('load', () => loads++);
	await expect(page.getByLabel('Game')).toBeEnabled();
	await page.getByLabel('Amount').fill('50');
	await expect(page.getByText('Required pass price: 71 R$')).toBeVisible();
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
	expect(loads).toBe(0);
});

test('a page from before a deploy reloads once for a part that is gone', async ({ page, enterReady, trouble }) => {
	trouble.expect('404 GET', 'Failed to fetch dynamically imported module');
	let isGone = true;
	await page.route(/\/notice-list-[^/]*\.js/, (route) => (isGone ? route.fulfill({ status: 404 }) : route.fallback()));
	await enterReady();
	let loads = 0;
	page.on('load', () => loads++);
	const bell = page.getByRole('button', { name: /notifications/i });
	await bell.click();
	await expect.poll(() => loads).toBe(1);
	await bell.click();
	await expect(page.getByText('check your withdrawals before you repeat one')).toBeVisible();
	expect(loads).toBe(1);
	isGone = false;
	await page.getByRole('button', { name: 'Reload the page' }).click();
	await bell.click();
	await expect(page.getByText('check your withdrawals')).toBeHidden();
});
