import { send } from '../test/json-client.ts';
import { doDeed, doDeedByKeyboard, enterAsAdmin, LONG_STORY_MS } from './admin.ts';
import { findDifference, withdraw } from './admin-work.ts';
import { makeAdmin } from './database.ts';
import { readyToWithdraw, signUp } from './earner.ts';
import { expect } from './journey.ts';
import { expectSound } from './look.ts';
import { journeyThrough } from './own-product.ts';

/** With switches that stop everybody, so it is nobody else's; and it pays by hand. */
const test = journeyThrough({ PAYOUT_VENDOR: 'manual' });
test.describe.configure({ mode: 'default' });

test('an admin switches a wall off and on, replays what came meanwhile, and makes a promo code', async ({
	page,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const user = await signUp(product);
	const admin = await enterAsAdmin(page, product, database);
	await page.goto('/admin/offerwalls');
	const wall = page.getByRole('region', { name: 'Sandbox Offers' });
	await expect(wall).toBeVisible();
	await expectSound(page);
	await doDeedByKeyboard(page, {
		button: 'Change age and hold',
		fields: ['16', '2', 'For a month.'],
		result: 'Changed.',
	});
	await expect(wall.getByText('2 hours')).toBeVisible();
	await doDeed(page, { button: 'Change age and hold', reason: 'Enough.', result: 'Changed.' }, async (dialog) => {
		await dialog.getByLabel('From what age').fill('12');
		await dialog.getByRole('button', { name: 'Change age and hold' }).click();
		await expect(dialog.getByRole('alert')).toContainText('From what age');
		await dialog.getByLabel('From what age').fill('');
		await dialog.getByLabel('Hours that its credits are held').fill('');
	});
	await expect(wall.getByText('Not at all')).toBeVisible();
	await doDeed(page, { button: 'Switch off', reason: 'They pay late.', result: 'It is off.' });
	await expect(wall.getByText('Off', { exact: true })).toBeVisible();
	expect(await user.call('getOfferwalls')).toEqual([]);
	const completion = { userId: user.uid, reward: '12.00', campaignName: 'A survey' };
	await send('POST', `${product.sandboxUrl}/control/wall/completions`, completion);
	const came = async () => (await admin.call('adminFindCallbacks', { uid: user.uid })).items.length;
	await expect.poll(came).toBeGreaterThan(0);
	await doDeedByKeyboard(page, { button: 'Switch on', fields: ['They have paid.'], result: 'It is on.' });
	await page.getByRole('button', { name: 'Send a test postback' }).click();
	await expect(page.getByText('The test was understood and verified')).toBeVisible();

	await page.goto(`/admin/logs?show=callbacks&uid=${user.uid}`);
	const refused = page.getByRole('row', { name: /switched-off/ }).first();
	await expect(refused).toContainText('reward=12.00');
	await expectSound(page);
	// The partner tries again too: whoever comes first books it, and nobody a second time.
	const replay = { button: refused.getByRole('button', { name: 'Replay' }), action: 'Replay' };
	const outcome = /Its outcome: (booked|replayed)\./;
	await doDeedByKeyboard(page, { ...replay, fields: ['The wall is on again.'], result: outcome });
	await expect(page.getByRole('row', { name: /(booked|replayed).*12\.00 R\$/ }).first()).toBeVisible();
	expect(await user.balance()).toBe(12);

	await page.getByRole('link', { name: 'Promo codes' }).click();
	const make = {
		button: 'New promo code',
		action: 'Make the code',
		reason: 'For a stream.',
		result: 'STREAM is made.',
	};
	await doDeed(page, make, async (dialog) => {
		await dialog.getByLabel('Code (letters').fill('stream');
		await dialog.getByLabel('R$ for each use').fill('2.50');
		await dialog.getByLabel('Uses in all').fill('100');
	});
	await expect(page.getByRole('row', { name: /STREAM/ })).toContainText('0 / 100');
	await user.call('redeemPromoCode', { code: 'stream' });
	await page.getByRole('button', { name: 'Redemptions' }).click();
	await expect(page.getByRole('row', { name: /2\.50 R\$/ }).last()).toContainText(user.uid.slice(0, 8));
	await expectSound(page);
	await doDeedByKeyboard(page, {
		button: 'Close code',
		fields: ['The stream is over.'],
		result: 'The code is closed.',
	});
	await expect(page.getByRole('row', { name: /STREAM/ })).toContainText('Closed');
});

test('an admin pays by hand, refuses, throws the switch and settles a difference', async ({
	page,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const [first, second] = [await readyToWithdraw(product), await readyToWithdraw(product)];
	const paid = await withdraw(first.earner, first.account);
	const refused = await withdraw(second.earner, second.account);
	await findDifference(database, refused, second.earner.uid);
	await enterAsAdmin(page, product, database);
	await expect(async () => {
		await page.reload();
		const work = page.getByRole('region', { name: 'Waiting for you' });
		await expect(work.getByRole('link', { name: /^2\s*payouts to make by hand/ })).toBeVisible({ timeout: 2_000 });
	}).toPass();
	await page.getByRole('link', { name: /payouts to make by hand/ }).click();
	const line = (orderId: string) => page.getByRole('row', { name: new RegExp(orderId) });
	await line(paid).getByRole('button', { name: 'Take' }).click();
	await expect(page.getByText('The order is yours')).toBeVisible();
	await expectSound(page);
	const pay = line(paid).getByRole('button', { name: 'Mark as paid' });
	await pay.click();
	await page.getByLabel('The platform’s id of the purchase').fill('purchase-1');
	await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
	await page.getByRole('button', { name: 'Done' }).click();
	await expect(line(paid)).toHaveCount(0);

	// Another admin took it, and is ill.
	const other = await signUp(product);
	await makeAdmin(database, other.uid);
	await other.call('adminTakeManualPayout', { orderId: refused });
	await page.reload();
	await expect(line(refused)).toContainText(other.email.slice(0, 8));
	await doDeedByKeyboard(page, {
		button: 'Take over',
		fields: ['Ill since Monday.'],
		result: 'The order is yours now.',
	});
	const paidByOther = other.call('adminMarkManualPayoutPaid', { orderId: refused, purchaseReference: 'purchase-2' });
	await expect(paidByOther).rejects.toThrow('Another admin works on this order');
	await page.getByRole('button', { name: 'Give back' }).focus();
	await page.keyboard.press('Enter');
	await line(refused).getByRole('button', { name: 'Take' }).focus();
	await page.keyboard.press('Space');
	await doDeedByKeyboard(page, { button: 'Refuse', fields: ['The pass is gone.'], result: 'The amount goes back' });
	await expect(page.getByText('Nothing has to be paid by hand.')).toBeVisible();
	await expect.poll(second.earner.balance).toBe(120);

	await page.getByRole('link', { name: 'Differences' }).click();
	await expect(line(refused)).toContainText('We refunded it, the vendor paid it');
	await expectSound(page);
	await doDeedByKeyboard(page, { button: 'Settle', fields: ['The vendor was wrong.'], result: 'Settled.' });
	await expect(page.getByText('Nothing differs.')).toBeVisible();

	await page.getByRole('link', { name: 'Controls' }).click();
	await doDeed(page, { button: 'Switch payouts off', reason: 'Something is wrong.', result: 'Payouts are off.' });
	await expect(withdraw(second.earner, second.account)).rejects.toThrow('UNAVAILABLE');
	await doDeedByKeyboard(page, { button: 'Switch payouts on', fields: ['It was nothing.'], result: 'Payouts are on.' });
	const caps = ['500', '2000', '', '', 'A quiet week.'];
	await doDeedByKeyboard(page, { button: 'Change caps and alerts', fields: caps, result: 'Changed.' });
	await expect(page.getByRole('definition').filter({ hasText: /^500$/ })).toBeVisible();
});
