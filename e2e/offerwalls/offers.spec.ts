import type { Page } from '@playwright/test';
import { steadyOffers } from '../../sandbox/feeds/offers.ts';
import type { Json } from '../../test/sites/json-client.ts';
import { handOn } from '../support/hand.ts';
import { expect, test } from '../support/journey.ts';
import { PHONE, startOffer } from '../support/offers.ts';
import { enterAsAdmin } from '../support/sign-in.ts';
import { signUp, type TestUser } from '../support/test-user.ts';

test.use({ viewport: { width: 390, height: 844 }, userAgent: PHONE });

test('a three-goal offer shows credits and a reversal; a claim gets an answer and can go to an admin', async ({
	page,
	product,
	enter,
}) => {
	await enter(await signUp(product));
	await page.goto('/earn');
	await page.getByRole('button', { name: 'Games' }).click();
	const card = page.getByRole('link', { name: /\b3 steps/ }).first();
	await card.click();
	await expect(page).toHaveURL(/\/earn\/offer\/[\w-]{16}$/);
	const steps = page.getByRole('region', { name: 'What to do' }).getByRole('listitem');
	await expect(steps).toHaveCount(3);

	const partner = await startOffer(page);

	await partner.getByRole('button', { name: /^Complete: Open the game/ }).click();
	await expect(steps.nth(0)).toContainText('Credited');
	await partner.getByRole('button', { name: /^Complete: Reach level 10/ }).click();
	await expect(steps.nth(1)).toContainText('Credited');
	await partner.getByRole('button', { name: /^Reverse: Open the game/ }).click();
	await expect(steps.nth(0)).toContainText('Taken back by the partner');
	await expect(steps.nth(1)).toContainText('Credited');
	await expect(steps.nth(2)).not.toContainText('Credited');

	await page.getByRole('link', { name: 'Missing a reward?' }).click();
	await page.getByLabel('Which step is missing?').selectOption('Open the game for the first time');
	await page.getByRole('button', { name: 'Submit' }).click();
	const answer = page.getByRole('region', { name: "Here's what we found" });
	await expect(answer).toContainText('The partner took this reward back');
	await answer.getByRole('button', { name: "That's not it" }).click();
	await expect(answer).toContainText(/Your reference is C-\w+/);
	await answer.getByRole('link', { name: 'Your requests' }).click();
	await expect(page.getByRole('row', { name: /In review/ })).toHaveCount(1);
});

test('a claim credited by an admin is paid once, even if the partner pays later', async ({
	page,
	browser,
	product,
	database,
	enter,
}) => {
	test.slow();
	const user = await signUp(product);
	await enter(user);
	const { id } = await findGame(user);
	await page.goto(`/earn/offer/${id}`);
	const partner = await startOffer(page);
	await page.getByRole('link', { name: 'Missing a reward?' }).click();
	await page.getByLabel('Which step is missing?').selectOption('Reach level 10');
	await page.getByLabel('What happened?').fill('I am at level 11.');
	await page.getByRole('button', { name: 'Submit' }).click();
	const answer = page.getByRole('region', { name: "Here's what we found" });
	await expect(answer).toContainText("We haven't received anything from the partner.");
	const [reference = ''] = /C-\w+/.exec((await answer.textContent()) ?? '') ?? [];

	const office = await browser.newContext({ baseURL: product.url });
	const desk = await office.newPage();
	await enterAsAdmin(desk, product, database);
	await desk.goto('/admin/claims');
	await desk.getByRole('link', { name: reference }).click();
	await expect(desk.getByText('I am at level 11.')).toBeVisible();
	await expect(desk.getByRole('table', { name: /^Clicks/ }).getByRole('row')).toHaveCount(2);
	const credit = { button: 'Credit user', fields: [null, 'The partner confirms it.'], result: /R\$ credited/ };
	await handOn(desk).doAction(credit);
	await office.close();
	const { goals_list: goals } = await user.call('getOffer', { id });
	const paid = `${goals[1].reward.toFixed(2)} R$`;
	await expect(balanceOn(page)).toHaveText(paid);
	await page.goto('/claims');
	await expect(page.getByRole('row', { name: reference })).toContainText(`Paid: ${paid}`);

	await partner.getByRole('button', { name: /^Complete: Reach level 10/ }).click();
	const notices = async () => (await user.call('getNotices', {})).items.map(({ kind }: Json) => kind);
	await expect.poll(notices).toContain('claim-paid-twice');
	await page.goto(`/earn/offer/${id}`);
	await expect(page.getByRole('region', { name: 'What to do' }).getByRole('listitem').nth(1)).toContainText('Credited');
	await expect(balanceOn(page)).toHaveText(paid);
});

const balanceOn = (page: Page) => page.getByRole('banner').getByRole('status');

async function findGame(user: TestUser): Promise<Json> {
	const { items } = await user.call('getOffers', { limit: 100, order: 'reward' });
	const names = steadyOffers().map(({ name }) => name);
	return items.find(
		({ wall_id, goals, title }: Json) => wall_id === 'sandbox-games' && goals === 3 && names.includes(title),
	);
}
