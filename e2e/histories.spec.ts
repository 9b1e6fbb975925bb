import { HOUR_MS } from '../contract/durations.ts';
import { readyToWithdraw, signUp } from './earner.ts';
import { expect, test } from './journey.ts';

const FAILED = 'The server cannot be reached. Check your connection and try again.';
const histories = [
	{
		path: '/offer-history',
		call: 'getOfferHistory',
		empty: 'No offer history found.',
		fallback: 'Failed to load offer history',
	},
	{
		path: '/withdraw-history',
		call: 'getWithdrawHistory',
		empty: 'No withdraw history found.',
		fallback: 'Failed to load withdraw history',
	},
];

for (const { path, call, empty, fallback } of histories) {
	test(`${path} says that it is empty`, async ({ page, product, enter }) => {
		await enter(await signUp(product));
		await page.goto(path);
		await expect(page.getByText(empty)).toBeVisible();
		await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
	});

	test(`${path} says why it cannot be shown, and tries again`, async ({ page, product, trouble, enter }) => {
		trouble.expect(`500 POST /api/${call}`, `net::ERR_CONNECTION_REFUSED POST /api/${call}`);
		await enter(await signUp(product));
		await page.route(`**/api/${call}`, (route) =>
			route.fulfill({ status: 500, json: { error: { status: 'INTERNAL', message: 'INTERNAL' } } }),
		);
		await page.goto(path);
		await expect(page.getByRole('alert')).toContainText(fallback);
		await expect(page.getByText(empty)).toBeHidden();

		await page.unroute(`**/api/${call}`);
		await page.route(`**/api/${call}`, (route) => route.abort('connectionrefused'));
		await page.getByRole('button', { name: 'Try again' }).click();
		await expect(page.getByRole('alert')).toContainText(FAILED);

		await page.unroute(`**/api/${call}`);
		await page.getByRole('button', { name: 'Try again' }).click();
		await expect(page.getByText(empty)).toBeVisible();
		await expect(page.getByRole('alert')).toHaveCount(0);
	});
}

test('the offer history shows 25 rewards and loads more when asked', async ({ page, product, trouble, enter }) => {
	const earner = await signUp(product);
	for (let number = 1; number <= 27; number++) await earner.earn('1.50', `Survey ${number}`);
	await enter(earner);
	await page.goto('/offer-history');
	const rows = page.getByRole('rowgroup').last().getByRole('row');
	await expect(rows).toHaveCount(25);
	await expect(rows.first()).toContainText('Survey 27');
	await expect(rows.first()).toContainText('1.50 R$');
	await expect(rows.first()).toContainText('1 minute ago');
	await expect(page.getByRole('columnheader')).toHaveText(['Offerwall', 'Offer name', 'Reward', 'Date completed']);

	// Fails once: what was read stays, and the next page can be asked for again.
	trouble.expect('500 POST /api/getOfferHistory');
	const { promise: seen, resolve: release } = Promise.withResolvers<void>();
	await page.route('**/api/getOfferHistory', async (route) => {
		await seen;
		await route.fulfill({ status: 500, json: { error: { status: 'INTERNAL', message: 'INTERNAL' } } });
	});
	await page.getByRole('button', { name: 'Load more' }).click();
	await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled();
	release();
	await expect(page.getByRole('alert')).toContainText('Failed to load offer history');
	await expect(rows).toHaveCount(25);
	await page.unroute('**/api/getOfferHistory');
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(rows).toHaveCount(27);
	await expect(rows.last()).toContainText('Survey 1');
	await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('a missing offerwall or name shows a dash', async ({ page, product, enter }) => {
	await enter(await signUp(product));
	const item = { id: 'o-1', amount: 1.5, timestamp: Date.now() - 2.5 * HOUR_MS, kind: 'credit', pending_until: null };
	const items = [{ ...item, earning_source: null, name: null }];
	await page.route('**/api/getOfferHistory', (route) =>
		route.fulfill({ json: { result: { items, nextCursor: null } } }),
	);
	await page.goto('/offer-history');
	const cells = page.getByRole('rowgroup').last().getByRole('cell');
	await expect(cells).toHaveText(['-', '-', '1.50 R$', '2 hours ago']);
});

test('a new reward appears on top of an open offer history', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	await page.goto('/offer-history');
	const rows = page.getByRole('rowgroup').last().getByRole('row');
	await expect(rows).toHaveCount(1);
	await earner.earn('3.25', 'Arrives live');
	await expect(rows).toHaveCount(2);
	await expect(rows.first()).toContainText('Arrives live');
});

test('the withdraw history shows order id or record id, Yes or No, and loads more when asked', async ({
	page,
	product,
	enter,
}) => {
	await enter(await signUp(product));
	const orders = Array.from({ length: 27 }, (_, number) => ({
		id: `record-${number}`,
		order_id: number === 0 ? null : `W-${number}`,
		amount: 50,
		status: number === 0 ? 'Failed' : 'Completed',
		is_refunded: number === 0,
		created_at: Date.now() - (number + 0.5) * HOUR_MS,
	}));
	const { promise: seen, resolve: release } = Promise.withResolvers<void>();
	await page.route('**/api/getWithdrawHistory', async (route) => {
		const { data } = route.request().postDataJSON();
		const isFirst = data.cursor === null;
		if (!isFirst) await seen;
		const items = isFirst ? orders.slice(0, data.limit) : orders.slice(data.limit);
		await route.fulfill({ json: { result: { items, nextCursor: isFirst ? 'the rest' : null } } });
	});
	await page.goto('/withdraw-history');
	const rows = page.getByRole('rowgroup').last().getByRole('row');
	await expect(rows).toHaveCount(25);
	const inside = { useInnerText: true };
	const failed = ['record-0', '50.00 R$', 'Failed', 'Yes', '30 minutes ago'];
	await expect(rows.first().getByRole('cell')).toHaveText(failed, inside);
	const completed = ['W-1', '50.00 R$', 'Completed', 'No', '1 hour ago'];
	await expect(rows.nth(1).getByRole('cell')).toHaveText(completed, inside);
	await page.getByRole('button', { name: 'Load more' }).click();
	await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled();
	release();
	await expect(rows).toHaveCount(27);
	await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('the withdraw history has its columns', async ({ page, product, enter }) => {
	const { earner, account } = await readyToWithdraw(product);
	await enter(earner);
	await expect(page.getByLabel('Game')).toBeEnabled();
	await page.getByLabel('Amount').fill('50');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
	const { items } = await earner.call('getWithdrawHistory');
	await page.goto('/withdraw-history');
	await expect(page.getByRole('columnheader')).toHaveText(['ID', 'Amount', 'Status', 'Refunded?', 'Created']);
	const cells = page.getByRole('rowgroup').last().getByRole('cell');
	await expect(cells.nth(0)).toContainText(items[0].order_id);
	await expect(cells.nth(1)).toHaveText('50.00 R$');
	await expect(cells.nth(3)).toContainText('No');
	await expect(cells.nth(4)).toHaveText('1 minute ago');
	expect(account.name).toBeTruthy();
});
