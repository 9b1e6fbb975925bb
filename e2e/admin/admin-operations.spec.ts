import { type Json, send } from '../../test/sites/json-client.ts';
import { enterAsAdmin, LONG_STORY_MS, sidebarOf } from '../support/admin.ts';
import { findDifference, withdraw } from '../support/admin-work.ts';
import { makeAdmin } from '../support/database.ts';
import { handOn } from '../support/hand.ts';
import { expect } from '../support/journey.ts';
import { expectSound } from '../support/look.ts';
import { journeyThrough } from '../support/own-product.ts';
import { readyToWithdraw, signUp } from '../support/user.ts';
import { walkAdmin } from '../walks/walk-admin.ts';

/** With switches that stop everybody, so it is nobody else's; and it pays by hand. */
const test = journeyThrough({ PAYOUT_VENDOR: 'manual', PAYOUT_USD_PER_THOUSAND: '4.5' });
test.describe.configure({ mode: 'default' });

test('an admin switches a wall off, and with a second one on, replays what came meanwhile, and makes a promo code', async ({
	page,
	browser,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const user = await signUp(product);
	const { press, doAction } = handOn(page);
	const admin = await enterAsAdmin(page, product, database);
	await page.goto('/admin/offerwalls');
	const wall = page.getByRole('region', { name: 'Sandbox Offers' });
	await expect(wall).toBeVisible();
	const change = wall.getByRole('button', { name: 'Change age and hold' });
	const changed = { button: change, action: 'Change age and hold', result: 'Changed.' };
	await doAction({ ...changed, fields: ['16', '2', 'For a month.'] });
	await expect(wall.getByText('2 hours', { exact: true })).toBeVisible();
	await press(change);
	await handOn(page).fillIn(['12', null, 'Too young.']);
	const dialog = page.getByRole('dialog');
	await press(dialog.getByRole('button', { name: 'Change age and hold' }));
	await expect(dialog.getByRole('alert')).toContainText('From what age');
	await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too young.');
	await press(dialog.getByRole('button', { name: 'Cancel' }));
	await doAction({ ...changed, fields: ['', '', 'Enough.'] });
	await expect(wall.getByText('Not at all')).toBeVisible();
	const switching = (name: string) => ({ button: wall.getByRole('button', { name }), action: name });
	await doAction({ ...switching('Switch off'), fields: ['They pay late.'], result: 'It is off.' });
	await expect(wall.getByText('Off', { exact: true })).toBeVisible();
	expect((await user.call('getOfferwalls')).map(({ id }: Json) => id)).not.toContain('sandbox');
	const completion = { userId: user.uid, reward: '12.00', campaignName: 'A survey' };
	await send('POST', `${product.sandboxUrl}/control/wall/completions`, completion);
	const came = async () => (await admin.call('adminFindCallbacks', { uid: user.uid })).items.length;
	await expect.poll(came).toBeGreaterThan(0);
	const waits = 'This needs a second person, and waits for one';
	await doAction({ ...switching('Switch on'), fields: ['They have paid.'], result: waits });
	await expect(wall.getByText('Off', { exact: true })).toBeVisible();
	const second = await browser.newContext({ baseURL: product.url });
	const other = await second.newPage();
	await enterAsAdmin(other, product, database);
	await other.goto('/admin/actions?show=approvals');
	const proposal = other.getByRole('row', { name: /Switch an offerwall on/ });
	await expect(proposal).toContainText('They have paid.');
	const approve = { button: proposal.getByRole('button', { name: 'Approve' }), action: 'Approve' };
	await handOn(other).doAction({ ...approve, fields: ['I have seen the money.'], result: 'It is done.' });
	await expect(proposal).toHaveCount(0);
	await second.close();
	await page.reload();
	await expect(wall.getByText('On', { exact: true })).toBeVisible();
	await press(wall.getByRole('button', { name: 'Send a test postback' }));
	await expect(page.getByText('The test was understood and verified')).toBeVisible();

	await page.goto(`/admin/logs?show=callbacks&uid=${user.uid}`);
	const refused = page.getByRole('row', { name: /switched-off/ }).first();
	await expect(refused).toContainText('reward=12.00');
	// The partner tries again too: whoever comes first books it, and nobody a second time.
	const replay = { button: refused.getByRole('button', { name: 'Replay' }), action: 'Replay' };
	const outcome = /Its outcome: (booked|replayed)\./;
	await doAction({ ...replay, fields: ['The wall is on again.'], result: outcome });
	await expect(page.getByRole('row', { name: /(booked|replayed).*12\.00 R\$/ }).first()).toBeVisible();
	expect(await user.balance()).toBe(12);

	const code = 'STREAM-1';
	await press(sidebarOf(page).getByRole('link', { name: 'Promo codes' }));
	await doAction({
		button: 'New promo code',
		action: 'Make the code',
		fields: [code.toLowerCase(), '2.50', '100', null, null, null, 'For a stream.'],
		result: `${code} is made.`,
	});
	const line = page.getByRole('row', { name: new RegExp(`^${code} `) });
	await expect(line).toContainText('0 / 100');
	await user.call('redeemPromoCode', { code: code.toLowerCase() });
	await press(line.getByRole('button', { name: 'Redemptions' }));
	const redemptions = page.getByRole('table', { name: `Redemptions of ${code}`, exact: true });
	await expect(redemptions.getByRole('row', { name: /2\.50 R\$/ })).toContainText(user.uid.slice(0, 8));
	const close = { button: line.getByRole('button', { name: 'Close code' }), action: 'Close code' };
	await doAction({ ...close, fields: ['The stream is over.'], result: 'The code is closed.' });
	await expect(line).toContainText('Closed');
});

test('an admin pays by hand, refuses, throws the switch and settles a difference', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.setTimeout(LONG_STORY_MS);
	trouble.expect('409 POST /api/adminMarkManualPayoutPaid');
	const [first, second, third] = [
		await readyToWithdraw(product),
		await readyToWithdraw(product),
		await readyToWithdraw(product),
	];
	const paid = await withdraw(first.user, first.account);
	const alsoPaid = await withdraw(third.user, third.account);
	const refused = await withdraw(second.user, second.account);
	await findDifference(database, refused, second.user.uid);
	const { press, doAction, fillIn } = handOn(page);
	await enterAsAdmin(page, product, database);
	await expect(async () => {
		await page.reload();
		const work = page.getByRole('region', { name: 'Waiting for you' });
		await expect(work.getByRole('link', { name: /^3\s*payouts to make by hand/ })).toBeVisible({ timeout: 2_000 });
	}).toPass();
	await press(page.getByRole('link', { name: /payouts to make by hand/ }));
	const tab = (name: string) =>
		page.getByRole('navigation', { name: 'What to look at' }).getByRole('link', { name, exact: true });
	const line = (orderId: string) => page.getByRole('row', { name: new RegExp(orderId) });
	const on = (orderId: string, name: string) => line(orderId).getByRole('button', { name, exact: true });
	for (const orderId of [paid, alsoPaid]) {
		await press(on(orderId, 'Take'));
		await expect(page.getByText('The order is yours: nobody else can pay it now.')).toBeVisible();
		await expect(on(orderId, 'Mark as paid')).toBeVisible();
	}
	const pay = { action: 'Mark as paid', result: 'The withdrawal completes.' };
	await doAction({ ...pay, button: on(paid, 'Mark as paid'), fields: ['sale-1'] });
	await expect(line(paid)).toHaveCount(0);

	await press(on(alsoPaid, 'Mark as paid'));
	await fillIn(['sale-1']);
	const dialog = page.getByRole('dialog');
	await press(dialog.getByRole('button', { name: 'Mark as paid' }));
	await expect(dialog.getByRole('alert')).toBeVisible();
	const purchase = dialog.getByLabel('The platform’s id of the purchase');
	await expect(purchase).toHaveValue('sale-1');
	await purchase.press('End');
	await purchase.pressSequentially('b');
	await press(dialog.getByRole('button', { name: 'Mark as paid' }));
	await expect(dialog.getByText('The withdrawal completes.')).toBeVisible();
	await press(dialog.getByRole('button', { name: 'Done' }));
	await expect(line(alsoPaid)).toHaveCount(0);

	const other = await signUp(product);
	await makeAdmin(database, other.uid);
	await other.call('adminTakeManualPayout', { orderId: refused });
	await page.reload();
	await expect(line(refused)).toContainText(other.email.slice(0, 8));
	const takeOver = { button: 'Take over', fields: ['Ill since Monday.'], result: 'The order is yours now.' };
	await doAction(takeOver);
	const paidByOther = other.call('adminMarkManualPayoutPaid', { orderId: refused, purchaseReference: 'late' });
	await expect(paidByOther).rejects.toThrow('Another admin works on this order');
	await press(on(refused, 'Give back'));
	await press(on(refused, 'Take'));
	const refusal = { button: on(refused, 'Refuse'), action: 'Refuse', fields: ['The pass is gone.'] };
	await doAction({ ...refusal, result: 'The amount goes back' });
	await expect(page.getByText('Nothing has to be paid by hand.')).toBeVisible();
	await expect.poll(second.user.balance).toBe(120);

	await press(tab('Differences'));
	await expect(line(refused)).toContainText('We refunded it, the vendor paid it');
	await press(line(refused).getByRole('link', { name: refused }));
	// What the other admin bought in vain is in the evidence, for whoever has to settle it.
	await expect(page.getByRole('row', { name: /purchaseReference: late/ })).toBeVisible();
	await page.goBack();
	const settle = { button: line(refused).getByRole('button', { name: 'Settle' }), action: 'Settle' };
	await doAction({ ...settle, fields: ['The vendor was wrong.'], result: 'Settled.' });
	await expect(page.getByText('Nothing differs.')).toBeVisible();

	await press(tab('Controls'));
	await doAction({ button: 'Switch payouts off', fields: ['Something is wrong.'], result: 'Payouts are off.' });
	await expect(withdraw(second.user, second.account)).rejects.toThrow('UNAVAILABLE');
	await doAction({ button: 'Switch payouts on', fields: ['It was nothing.'], result: 'Payouts are on.' });
	const caps = ['5000', '20000', '', '', '', '', 'A quiet week.'];
	await doAction({ button: 'Change caps and alerts', fields: caps, result: 'Changed.' });
	await expect(page.getByRole('definition').filter({ hasText: new RegExp(`^${caps[0]}\\b`) })).toBeVisible();
});

test('everybody can use every page of the admin area', async ({ context, product, database }) => {
	test.setTimeout(LONG_STORY_MS);
	await walkAdmin({ context, product, database, look: (_step, page) => expectSound(page) });
});
