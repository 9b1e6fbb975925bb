import { expect, test } from '../support/journey.ts';
import { signUp } from '../support/user.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('of a game offer with three goals two are credited and one is taken back: the machine says so, and else a person looks', async ({
	page,
	product,
	enter,
}) => {
	await enter(await signUp(product));
	await page.goto('/earn');
	await page.getByRole('button', { name: 'Games' }).click();
	const card = page.getByRole('link', { name: /in 3 steps/ }).first();
	await card.click();
	await expect(page).toHaveURL(/\/earn\/offer\/[\w-]{16}$/);
	const steps = page.getByRole('region', { name: 'What to do' }).getByRole('listitem');
	await expect(steps).toHaveCount(3);

	const opening = page.waitForEvent('popup');
	await page.getByRole('button', { name: 'Start the offer' }).click();
	const partner = await opening;
	await expect(page.getByRole('button', { name: 'Go on with the offer' })).toBeVisible();

	await partner.getByRole('button', { name: /^Do it: Open the game/ }).click();
	await expect(steps.nth(0)).toContainText('Credited');
	await partner.getByRole('button', { name: /^Do it: Reach level 10/ }).click();
	await expect(steps.nth(1)).toContainText('Credited');
	await partner.getByRole('button', { name: /^Take back: Open the game/ }).click();
	await expect(steps.nth(0)).toContainText('Taken back by the partner');
	await expect(steps.nth(1)).toContainText('Credited');
	await expect(steps.nth(2)).not.toContainText('Credited');

	await page.getByRole('link', { name: 'A reward is missing?' }).click();
	await page.getByLabel('Which step is missing?').selectOption('Open the game for the first time');
	await page.getByRole('button', { name: 'Look into it' }).click();
	const answer = page.getByRole('region', { name: 'What we know' });
	await expect(answer).toContainText('The partner took it back');
	await answer.getByRole('button', { name: 'That is something else' }).click();
	await expect(answer).toContainText(/Your reference is C-\w+/);
	await answer.getByRole('link', { name: 'Everything you asked about' }).click();
	await expect(page.getByRole('row', { name: /We are looking/ })).toHaveCount(1);
});
