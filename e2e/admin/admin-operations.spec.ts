import { openAlertChannel } from '../support/alert-channel.ts';
import { findDifference, makeAdmin, suspect } from '../support/database.ts';
import { handOn } from '../support/hand.ts';
import { expect, LONG_STORY_MS } from '../support/journey.ts';
import { expectSound, pageShowing } from '../support/look.ts';
import { journeyThrough } from '../support/own-product.ts';
import { enterAsAdmin } from '../support/sign-in.ts';
import { readyToWithdraw, signUp, withdraw } from '../support/test-user.ts';
import { walkAdmin } from '../walks/walk-admin.ts';

/** A separate product, because its switches affect all users. Its vendor is manual. */
const channel = await openAlertChannel();
const settings = { PAYOUT_VENDOR: 'manual', PAYOUT_USD_PER_THOUSAND: '4.5', ALERT_URLS: channel.setting };
const test = journeyThrough(settings);
test.describe.configure({ mode: 'default' });

test('an admin hears of a held withdrawal, pays and refuses others by hand, uses the kill switch and settles a difference', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.setTimeout(LONG_STORY_MS);
	trouble.expect('409 POST /api/adminMarkManualPayoutPaid');
	const [first, second, third, held] = [
		await readyToWithdraw(product),
		await readyToWithdraw(product),
		await readyToWithdraw(product),
		await readyToWithdraw(product),
	];
	const velocity = { signal: 'velocity', points: 80, details: { completions: 60, hours: 24 } } as const;
	await suspect(database, held.user.uid, [velocity]);
	await withdraw(held.user, held.account);
	await expect.poll(() => channel.heard.map(({ alert, state }) => `${alert} ${state}`)).toContain('screening firing');
	expect(JSON.stringify(channel.heard)).not.toContain(held.user.uid);
	const paid = await withdraw(first.user, first.account);
	const alsoPaid = await withdraw(third.user, third.account);
	const refused = await withdraw(second.user, second.account);
	await findDifference(database, refused, second.user.uid);
	const { press, doAction, fillIn } = handOn(page);
	const other = await signUp(product);
	await makeAdmin(database, other.uid);
	await enterAsAdmin(page, product, database);
	await expect(async () => {
		await page.reload();
		const work = page.getByRole('region', { name: 'Needs attention' });
		await expect(work.getByRole('link', { name: /^3\s*manual payouts to make/ })).toBeVisible({ timeout: 2_000 });
	}).toPass();
	await press(page.getByRole('link', { name: /manual payouts to make/ }));
	const tab = (name: string) =>
		page.getByRole('navigation', { name: 'Withdrawals' }).getByRole('link', { name, exact: true });
	const line = (orderId: string) => page.getByRole('row', { name: new RegExp(orderId) });
	const on = (orderId: string, name: string) => line(orderId).getByRole('button', { name, exact: true });
	await press(on(alsoPaid, 'Take'));
	await expect(page.getByText('This order is yours. No one else can pay it now.')).toBeVisible();
	await other.call('adminTakeManualPayout', { orderId: paid });
	await other.call('adminMarkManualPayoutPaid', { orderId: paid, purchaseReference: 'sale-1' });
	await press(on(alsoPaid, 'Mark as paid'));
	await fillIn(['sale-1']);
	const dialog = page.getByRole('dialog');
	await press(dialog.getByRole('button', { name: 'Mark as paid' }));
	await expect(dialog.getByRole('alert')).toBeVisible();
	const purchase = dialog.getByLabel('Platform purchase ID');
	await expect(purchase).toHaveValue('sale-1');
	await purchase.press('End');
	await purchase.pressSequentially('b');
	await press(dialog.getByRole('button', { name: 'Mark as paid' }));
	await expect(dialog.getByText('Marked as paid.')).toBeVisible();
	await press(dialog.getByRole('button', { name: 'Done' }));
	await expect(line(alsoPaid)).toHaveCount(0);

	await other.call('adminTakeManualPayout', { orderId: refused });
	await page.reload();
	await expect(line(refused)).toContainText(other.email.slice(0, 8));
	const takeOver = { button: 'Take over', fields: ['Ill since Monday.'], result: "You've taken over this order." };
	await doAction(takeOver);
	const paidByOther = other.call('adminMarkManualPayoutPaid', { orderId: refused, purchaseReference: 'late' });
	await expect(paidByOther).rejects.toThrow('Another admin is working on this order');
	await press(on(refused, 'Return to list'));
	await press(on(refused, 'Take'));
	const refusal = { button: on(refused, 'Reject'), action: 'Reject', fields: ['The pass is gone.'] };
	await doAction({ ...refusal, result: 'Order rejected. The user gets a refund.' });
	await expect(page.getByText('No manual payouts to make.')).toBeVisible();
	await expect.poll(second.user.balance).toBe(120);

	await press(tab('Differences'));
	await expect(line(refused)).toContainText('Refunded, but the vendor paid');
	await press(line(refused).getByRole('link', { name: refused }));
	await expect(page.getByRole('row', { name: /Purchase reference: late/ })).toBeVisible();
	await page.goBack();
	const settle = { button: line(refused).getByRole('button', { name: 'Resolve' }), action: 'Resolve' };
	await doAction({ ...settle, fields: ['The vendor was wrong.'], result: 'Difference resolved.' });
	await expect(page.getByText('No differences.')).toBeVisible();

	await press(tab('Controls'));
	await doAction({ button: 'Turn off payouts', fields: ['Something is wrong.'], result: 'Payouts are off.' });
	await expect(withdraw(second.user, second.account)).rejects.toThrow('UNAVAILABLE');
	await doAction({ button: 'Turn on payouts', fields: ['It was nothing.'], result: 'Payouts are on.' });
	const caps = ['5000', '20000', '', '', '', '', 'A quiet week.'];
	await doAction({ button: 'Edit caps and alerts', fields: caps, result: 'Saved.' });
	await expect(page.getByRole('definition').filter({ hasText: new RegExp(`^${caps[0]}\\b`) })).toBeVisible();

	await page.goto('/admin/offerwalls');
	await page.getByRole('main').getByRole('table').getByRole('link').first().click();
	await expect(page.getByRole('button', { name: 'Change age and hold' })).toBeVisible();
	await press(page.getByRole('button', { name: 'Change age and hold' }).first());
	await fillIn(['12', null, 'Too young.']);
	await press(dialog.getByRole('button', { name: 'Change age and hold' }));
	await expect(dialog.getByRole('alert')).toContainText('Minimum age');
	await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too young.');
});

test('all admin pages pass the accessibility checks', async ({ context, product, database }) => {
	test.setTimeout(LONG_STORY_MS);
	await walkAdmin({
		context,
		product,
		database,
		look: async (step, shown) => expectSound(await pageShowing(shown), step),
	});
});
