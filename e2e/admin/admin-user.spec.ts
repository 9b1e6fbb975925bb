import { randomUUID } from 'node:crypto';
import { enterAsAdmin, LONG_STORY_MS } from '../support/admin.ts';
import { makeAdmin } from '../support/database.ts';
import { handOn } from '../support/hand.ts';
import { expect, test } from '../support/journey.ts';
import { readyToWithdraw, signUp } from '../support/user.ts';

const grouped = (amount: number) => amount.toLocaleString('en', { minimumFractionDigits: 2 });

test('a second admin approves and refuses adjustments above the limit, by mouse and keyboard', async ({
	page,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const { user, account } = await readyToWithdraw(product);
	const first = await signUp(product);
	await makeAdmin(database, first.uid);
	const reason = 'A survey paid less than it said.';
	for (const amount of [4001, 4002]) {
		const proposed = { uid: user.uid, amount, reason, requestId: randomUUID() };
		expect(await first.call('adminAdjustBalance', proposed)).toMatchObject({ state: 'waiting' });
	}
	const second = await enterAsAdmin(page, product, database);
	await page.getByRole('link', { name: /adjustments? to approve/ }).click();
	const proposalOf = (amount: number) =>
		page.getByRole('row', { name: new RegExp(`${account.name} .*${grouped(amount)} R`) });
	await expect(proposalOf(4001)).toContainText(first.email);
	const { doAction } = handOn(page);
	const decide = async (amount: number, action: string, result: string) => {
		const button = proposalOf(amount).getByRole('button', { name: action });
		await doAction({ button, action, fields: ['Seen the survey.'], result });
		await expect(proposalOf(amount)).toHaveCount(0);
	};
	await decide(4001, 'Approve', `${grouped(4001)} R$ booked.`);
	await decide(4002, 'Reject', 'Proposal rejected.');
	await page.goto(`/admin/users/${user.uid}`);
	await expect(page.getByRole('heading', { name: account.name, level: 1 })).toBeVisible();
	await expect(page.getByRole('row', { name: /Added by an admin/ })).toHaveCount(1);
	await expect(page.getByRole('row', { name: /Added by an admin.*4,121\.00/ })).toBeVisible();
	await page.goto(`/admin/actions?uid=${user.uid}`);
	const approvals = page.getByRole('row', { name: /Approve adjustment/ });
	await expect(approvals).toHaveCount(1);
	await expect(approvals.first()).toContainText(second.email);
	await expect(approvals.first()).toContainText('Seen the survey.');
	await page.getByLabel('Action', { exact: true }).selectOption('Reject adjustment');
	await page.getByLabel('By (user ID').fill(second.uid);
	await page.getByLabel('By (user ID').press('Enter');
	await expect(page.getByRole('row', { name: /Reject adjustment/ })).toHaveCount(1);
	await expect(approvals).toHaveCount(0);
});
