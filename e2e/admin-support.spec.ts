import { doDeedByKeyboard, enterAsAdmin, LONG_STORY_MS } from './admin.ts';
import { takeBack } from './admin-work.ts';
import { signUp } from './earner.ts';
import { expect, test } from './journey.ts';

test('an admin deals with a user from the first message to the deletion by keyboard alone', async ({
	page,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const user = await signUp(product);
	await user.earn('10.00');
	await takeBack(product, user.uid);
	await expect.poll(user.balance).toBe(0);
	await user.earn('20.00');
	await enterAsAdmin(page, product, database);
	await page.goto(`/admin/users/${user.uid}`);
	await expect(page.getByText('1 of 3')).toBeVisible();

	const deal = (button: string, fields: string[], result: string | RegExp, action = button) =>
		doDeedByKeyboard(page, { button, action, fields, result });
	await deal('Message', ['We have seen your question.'], 'The message is on its way.', 'Send');
	await deal('Pause withdrawals', ['We look at your account.'], 'Withdrawals are paused.');
	await expect(page.getByText('Withdrawals are paused: We look at your account.')).toBeVisible();
	await deal('Resume withdrawals', ['All is well.'], 'They can withdraw again.');
	await deal('Reset chargebacks', ['The partner was wrong.'], 'The count starts anew.');
	await expect(page.getByText('0 of 3')).toBeVisible();
	await deal('Adjust balance', ['5.25', 'For the trouble.'], '5.25 R$ booked.');
	await expect(page.getByRole('row', { name: /Added by an admin.*25\.25/ })).toBeVisible();
	const told = (await user.call('getNotices', {})).items.map(({ kind }: { kind: string }) => kind);
	expect(told).toEqual(expect.arrayContaining(['message', 'paused', 'resumed']));
	await deal('End sessions', ['A shared computer.'], 'One session ended.');
	await expect(page.getByText('Nowhere at the moment.')).toBeVisible();
	await deal('Delete account', ['They asked for it.'], '25.25 R$ was forfeited.');
	await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Ban', exact: true })).toHaveCount(0);

	await page.goto(`/admin/actions?uid=${user.uid}`);
	for (const action of ['Pause', 'Resume', 'Adjust', 'Message', 'End sessions', 'Delete']) {
		await expect(page.getByRole('cell', { name: new RegExp(action) }).first()).toBeVisible();
	}
});
