import { send } from '../../test/sites/json-client.ts';
import { enterAsAdmin, LONG_STORY_MS } from '../support/admin.ts';
import { takeBack } from '../support/admin-work.ts';
import { handOn } from '../support/hand.ts';
import { expect, test } from '../support/journey.ts';
import { PASSWORD, signUp } from '../support/user.ts';

test('an admin handles a user from the first message to the deletion', async ({ page, product, database }) => {
	test.setTimeout(LONG_STORY_MS);
	const user = await signUp(product);
	await user.earn('10.00');
	await takeBack(product, user.uid);
	await expect.poll(user.balance).toBe(0);
	await user.earn('20.00');
	const way = { email: user.email, password: PASSWORD };
	for (let n = 0; n < 2; n += 1) await send('POST', `${product.url}/auth/sign-in/email`, way);
	await enterAsAdmin(page, product, database);
	await page.goto(`/admin/users/${user.uid}`);
	await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();

	const { press, doAction } = handOn(page);
	const deal = (button: string, fields: string[], result: string | RegExp, action = button) =>
		doAction({ button, action, fields, result });
	await deal('Message', ['We have seen your question.'], 'Message sent.', 'Send');
	await deal('Pause withdrawals', ['We look at your account.'], 'Withdrawals paused.');
	await expect(page.getByText('Withdrawals paused: We look at your account.')).toBeVisible();
	await deal('Resume withdrawals', ['All is well.'], 'Withdrawals resumed.');
	await deal('Reset chargebacks', ['The partner was wrong.'], 'Chargebacks reset.');
	await expect(page.getByText('0 of 3', { exact: true })).toBeVisible();
	await deal('Adjust balance', ['5.25', 'For the trouble.'], 'Balance adjusted by 5.25 R$.');
	await expect(page.getByRole('row', { name: /Added by an admin.*25\.25/ })).toBeVisible();
	const notices = (await user.call('getNotices', {})).items.map(({ kind }: { kind: string }) => kind);
	expect(notices).toEqual(expect.arrayContaining(['message', 'paused', 'resumed']));

	await deal('Adjust balance', ['5000', 'A whole month.'], '5,000.00 R$ is above the daily limit for one admin');
	await expect(page.getByRole('heading', { name: 'Needs approval by a second admin' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
	await deal('Withdraw proposal', ['A slip of the pen.'], 'Proposal withdrawn.');
	await expect(page.getByRole('heading', { name: 'Needs approval by a second admin' })).toHaveCount(0);

	const sessions = page.getByRole('region', { name: 'Sessions' });
	const ends = sessions.getByRole('button', { name: 'Sign out', exact: true });
	await expect(ends).toHaveCount(3);
	await press(ends.first());
	await expect(page.getByText('Session ended.')).toBeVisible();
	await expect(ends).toHaveCount(2);
	await deal('Sign out everywhere', ['A shared computer.'], '2 sessions ended.');
	await expect(sessions.getByText('Not signed in.')).toBeVisible();
	await deal('Ban', ['Several accounts.'], 'User banned.');
	await expect(page.getByText('Banned: Several accounts.')).toBeVisible();
	await deal('Unban', ['They explained it.'], 'User unbanned.');
	await expect(page.getByRole('button', { name: 'Ban', exact: true })).toBeVisible();

	await page.goto(`/admin/actions?uid=${user.uid}`);
	const entry = (action: string) =>
		page.getByRole('row').filter({ has: page.getByRole('cell', { name: action, exact: true }) });
	const each = [
		'Message user',
		'Pause withdrawals',
		'Resume withdrawals',
		'Reset chargebacks',
		'Sign out everywhere',
		'Ban user',
		'Unban user',
	];
	for (const action of each) await expect(entry(action).first()).toBeVisible();
	const banned = entry('Ban user');
	await expect(banned).toContainText('Several accounts.');
	await press(banned.getByText('Show', { exact: true }));
	await expect(banned.getByRole('term')).toHaveText(['Before', 'After', 'Details', 'IP address']);
	await expect(banned).toContainText('ban_reason: null');
	await expect(banned).toContainText('ban_reason: Several accounts.');
	await expect(banned).toContainText('role: owner');
	await expect(banned).toContainText('127.0.0.1');

	await page.goto(`/admin/users/${user.uid}`);
	await deal('Delete account', ['They asked for it.'], '25.25 R$ was forfeited.');
	await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Ban', exact: true })).toHaveCount(0);
});
