import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { PHONE, startFirstGame, startFirstOffer } from '../support/offers.ts';
import { fillSignUp } from '../support/sign-in.ts';
import { addGameAccount, settleOrder, withdrawByHand } from '../support/test-user.ts';

test.use({ viewport: { width: 390, height: 844 }, userAgent: PHONE });

const TAPS_MAX = { fromSignUpToOffer: 2, toFirstReward: 10, toPaid: 18 };

async function countTaps(context: BrowserContext): Promise<() => number> {
	let taps = 0;
	await context.exposeFunction('countTap', () => taps++);
	await context.addInitScript(() => {
		const count = () => void (globalThis as unknown as { countTap: () => Promise<void> }).countTap();
		document.addEventListener('pointerdown', count, { capture: true });
		const isSelect = (event: Event) => event.target instanceof HTMLSelectElement;
		document.addEventListener('change', (event) => isSelect(event) && count(), { capture: true });
	});
	return () => taps;
}

test('a new user needs few taps to the first reward and to a paid withdrawal', async ({ context, page, product }) => {
	const account = await addGameAccount(product, [{ name: 'Harbor Builders', passPrice: 71 }]);
	const taps = await countTaps(context);

	await page.goto('/');
	await page.getByRole('link', { name: 'Start earning' }).first().click();
	await fillSignUp(page, { email: `${randomUUID()}@example.com` });
	await page.getByRole('button', { name: 'Create account' }).click();
	await expect(page).toHaveURL(`${product.url}/earn`);

	const signedUpAfter = taps();
	expect(signedUpAfter, 'start, the month of birth, create: nothing is left uncounted').toBe(3);
	const partner = await startFirstOffer(page);
	await expect(partner.getByRole('button', { name: /^Complete/ }).first()).toBeVisible();
	expect(taps() - signedUpAfter).toBeLessThanOrEqual(TAPS_MAX.fromSignUpToOffer);

	await partner
		.getByRole('button', { name: /^Complete/ })
		.first()
		.click();
	await expect(page.getByRole('banner').getByRole('status')).not.toHaveText(/^0\.00/);
	expect(taps()).toBeLessThanOrEqual(TAPS_MAX.toFirstReward);

	await page.getByRole('navigation').getByRole('link', { name: 'Earn' }).click();
	const game = await startFirstGame(page);
	await game
		.getByRole('button', { name: /^Complete/ })
		.last()
		.click();
	await expect(page.getByRole('listitem').filter({ hasText: 'Reach level 30' })).toContainText('Credited');
	await page.getByRole('navigation').getByRole('link', { name: 'Withdraw' }).click();
	await withdrawByHand(page, account.name);
	await settleOrder(product, account.name);
	await expect(page.getByRole('main').getByText('Completed')).toBeVisible();
	expect(taps()).toBeLessThanOrEqual(TAPS_MAX.toPaid);
});
