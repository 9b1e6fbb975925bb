import type { Page } from '@playwright/test';
import { enterAsAdmin, LONG_STORY_MS } from '../support/admin.ts';
import { suspect } from '../support/admin-work.ts';
import { handOn } from '../support/hand.ts';
import { expect, test } from '../support/journey.ts';
import { readyToWithdraw } from '../support/user.ts';

const signals = [
	{ signal: 'shared-device', points: 55, details: { accounts: 2, device: 'Chrome on Windows' } },
	{ signal: 'instant-completions', points: 45, details: { completions: 6, seconds: 10 } },
] as const;

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Cases' }).getByRole('link', { name });

// spec: 2.sidebar-pages
test('an admin handles several fraud cases at once: messages, pauses, watches, notes, closes and reopens', async ({
	page,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const [one, two] = await Promise.all([readyToWithdraw(product), readyToWithdraw(product)]);
	for (const { user } of [one, two]) await suspect(database, user.uid, signals);
	const rowOf = ({ account }: typeof one) => page.getByRole('row', { name: new RegExp(account.name) });
	const boxOf = ({ account }: typeof one) => page.getByLabel(`Select ${account.name}`);
	const { press, tick, doAction } = handOn(page);
	const handle = (button: string, reason: string, done = 2) =>
		doAction({ button, fields: [reason], result: `Done for ${done === 1 ? '1 case' : `${done} cases`}.` });
	await enterAsAdmin(page, product, database);
	await press(page.getByRole('link', { name: /open fraud cases?/ }));
	await expect(rowOf(one)).toContainText('6 completions within 10 seconds of the previous one');
	for (const each of [one, two]) await tick(boxOf(each));
	await expect(page.getByText('2 cases selected', { exact: true })).toBeVisible();
	await handle('Message', 'Who else plays at your place?');
	await handle('Pause withdrawals', 'Until we have heard from you.');
	for (const each of [one, two]) await expect(rowOf(each).getByText('Paused')).toBeVisible();
	for (const { user } of [one, two]) {
		const { items } = await user.call('getNotices', {});
		expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['paused', 'message']);
		expect(items[1].data).toEqual({ text: 'Who else plays at your place?' });
	}

	await handle('Watch', 'They have until Friday.');
	for (const each of [one, two]) await expect(boxOf(each)).toHaveCount(0);
	await press(tab(page, 'Watching'));
	for (const each of [one, two]) await tick(boxOf(each));
	await handle('Add note', 'Brothers, by their papers.');
	await press(rowOf(one).getByText('4 notes'));
	await expect(rowOf(one).getByText('Brothers, by their papers.')).toBeVisible();
	await handle('Close cases', 'Nothing wrong.');
	await press(tab(page, 'Closed'));
	await tick(boxOf(two));
	await handle('Reopen', 'One of them again.', 1);
	await press(tab(page, 'Open'));
	await expect(boxOf(two)).toBeVisible();
	await expect(boxOf(one)).toHaveCount(0);
});
