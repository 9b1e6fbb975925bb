import { ageSessions, makeAdmin } from '../support/database.ts';
import { handOn } from '../support/hand.ts';
import { expect, LONG_STORY_MS, openSignedIn } from '../support/journey.ts';
import { expectSound } from '../support/look.ts';
import { journeyThrough } from '../support/own-product.ts';
import { enterAsAdmin } from '../support/sign-in.ts';
import { PASSWORD, readyToWithdraw, signUp } from '../support/test-user.ts';

/** A separate product, because the method is on for all users. */
const test = journeyThrough({});
const CODE = 'ABCD-EFGH-2345';

test('an operator turns gift cards on with a second admin, and only the earner sees the code after a recent sign-in', async ({
	page,
	product,
	database,
	browser,
	enter,
	trouble,
}) => {
	test.setTimeout(LONG_STORY_MS);
	trouble.expect('403 POST /api/getPayoutCodes');
	trouble.expect('403 POST /api/exportMyData');
	const [{ user }, other, second] = [await readyToWithdraw(product), await signUp(product), await signUp(product)];
	await makeAdmin(database, second.uid);
	await enter(user);
	const choice = page.getByRole('button', { name: 'Gift card', exact: true });
	await expect(choice).toHaveCount(0);

	const office = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' });
	const staff = await office.newPage();
	await enterAsAdmin(staff, product, database);
	await staff.goto('/admin/withdrawals?show=controls');
	const { doAction, press } = handOn(staff);
	const turnOn = { button: 'Turn on gift cards', fields: ['5', '50', 'Cards for all.'] };
	await doAction({ ...turnOn, result: /Needs approval by a second admin/ });
	const { items } = await second.call('adminGetProposals', { state: 'waiting' });
	await second.call('adminDecideProposal', { id: items[0].id, decision: 'approve', reason: 'Good price.' });

	await page.reload();
	await choice.click();
	const card = page.getByRole('region', { name: 'Gift cards' });
	await card.getByLabel('Amount').fill('100');
	await expect(card.getByText('You get a gift card worth $0.50.')).toBeVisible();
	await expectSound(page, 'gift-card');
	await card.getByRole('button', { name: 'Get gift card' }).click();
	await expect(card.getByText('Gift card requested.')).toBeVisible();
	await expect.poll(user.balance).toBe(20);

	await staff.goto('/admin/withdrawals?show=work-list');
	await expect(staff.getByRole('row', { name: /Gift card/ })).toContainText('$0.50');
	await press(staff.getByRole('button', { name: 'Take' }));
	const pay = { button: 'Pay with a code', fields: [CODE], result: /The user sees the code on their account page/ };
	await doAction(pay);
	await expect(staff.getByText('No manual payouts to make.')).toBeVisible();
	await expect(staff.locator('body')).not.toContainText(CODE);

	await page.goto('/withdraw-history');
	await expect(page.getByText('Completed')).toBeVisible();
	await ageSessions(database, user.uid, 11);
	await openSignedIn(page, '/account#gift-cards');
	const section = page.getByRole('region', { name: 'Gift cards' });
	const show = section.getByRole('button', { name: 'Show codes' });
	const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
	await show.click();
	await dialog.getByRole('button', { name: 'Close' }).click();
	await expect(section.getByRole('alert')).toBeVisible();
	await show.click();
	await dialog.getByLabel('Your password').fill(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(section.getByText(CODE)).toBeVisible();
	await expectSound(page, 'gift-card-code');

	const tab = await page.context().newPage();
	await openSignedIn(tab, '/account#gift-cards');
	await expect(tab.getByRole('button', { name: 'Show codes' })).toBeVisible();
	await expect(tab.locator('body')).not.toContainText(CODE);
	await tab.close();
	expect(await other.call('getPayoutCodes')).toEqual([]);
	expect(JSON.stringify(await other.call('exportMyData'))).not.toContain(CODE);

	await ageSessions(database, user.uid, 11);
	await openSignedIn(page, '/delete-account');
	await page.getByRole('button', { name: 'Download my data' }).click();
	await dialog.getByLabel('Your password').fill(PASSWORD);
	const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
	const chunks = await (await download.createReadStream()).toArray();
	expect(JSON.parse(Buffer.concat(chunks).toString()).payout_codes).toMatchObject([{ code: CODE, value: 0.5 }]);
	await office.close();
});
