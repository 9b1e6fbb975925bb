import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { send } from '../../test/sites/json-client.ts';
import { expect, test, withoutFirstData } from '../support/journey.ts';
import { expectToFit } from '../support/look.ts';
import { signUp } from '../support/test-user.ts';

const PHONE_WIDTH = 390;

async function answer(page: Page, call: string, result: unknown): Promise<void> {
	await withoutFirstData(page);
	await page.route(`**/api/${call}`, (route) => route.fulfill({ json: { result } }));
}

// spec: bad-day.sizes, bad-day.rows
test('300 games with long names fit on a phone, as do 1,000 history rows with the newest first', async ({
	page,
	product,
	enter,
}) => {
	const username = `p_${randomUUID().replaceAll('-', '').slice(0, 18)}`;
	await send('POST', `${product.sandboxUrl}/control/platform/users`, { name: username });
	const user = await signUp(product);
	await user.link(username);
	const games = Array.from({ length: 300 }, (_, number) => ({
		Name: `Game ${number} ${'ofaverylongname'.repeat(12)}`,
		PlaceID: number + 1,
		UniverseID: number + 1,
		ThumbnailUrl: '',
	}));
	await answer(page, 'getRobloxGames', games);
	await enter(user);
	await expect(page.getByLabel('Game')).toBeEnabled();
	await expect(page.getByLabel('Game').locator('option')).toHaveCount(300);
	await expect(page.getByRole('definition').first()).toHaveText('0.00 R$');
	await expect(page.getByText(`@${username}`)).toBeVisible();
	await expectToFit(page);
	await expectToFit(page, PHONE_WIDTH);

	const items = Array.from({ length: 1000 }, (_, number) => ({
		id: `offer-${number}`,
		earning_source: 'Wall',
		name: number % 2 === 0 ? null : 'x'.repeat(200),
		amount: 1234567.89,
		timestamp: Date.now() - number * 60_000,
		kind: 'credit',
		pending_until: null,
		receipt: null,
	}));
	await answer(page, 'getOfferHistory', { items, nextCursor: null });
	await page.goto('/offer-history');
	const rows = page.getByRole('rowgroup').last().getByRole('row');
	await expect(rows).toHaveCount(1000);
	await expectToFit(page);
	await user.earn('3.25', 'Arrives live');
	await expect(rows.first()).toContainText('Arrives live');
});
