import { doDeed, doDeedByKeyboard, enterAsAdmin } from './admin.ts';
import { suspect } from './admin-work.ts';
import { readyToWithdraw } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';

test('an admin handles several cases at once: asks, pauses, watches, notes, closes and opens again', async ({
	page,
	product,
	database,
}) => {
	test.slow();
	const users = await Promise.all([readyToWithdraw(product), readyToWithdraw(product)]);
	const signals = [
		{ signal: 'shared-device', points: 55, details: { accounts: 2, device: 'Chrome on Windows' } },
		{ signal: 'instant-completions', points: 45, details: { completions: 6, seconds: 10 } },
	] as const;
	for (const { earner } of users) await suspect(database, earner.uid, signals);
	const boxes = users.map(({ account }) => page.getByLabel(`Choose ${account.name}`));
	await enterAsAdmin(page, product, database);
	await page.getByRole('link', { name: /open fraud cases?/ }).click();
	await expect(page.getByRole('row', { name: new RegExp(users[0]?.account.name ?? '') })).toContainText(
		'6 completions within 10 seconds of the one before',
	);
	for (const box of boxes) await box.check();
	await expect(page.getByText('2 cases chosen')).toBeVisible();
	await expectSound(page);
	await doDeed(page, { button: 'Message', reason: 'Who else plays at your place?', result: 'Done with 2.' });
	await doDeed(page, { button: 'Pause withdrawals', reason: 'Until we have heard from you.', result: 'Done with 2.' });
	await expect(page.getByText('Paused')).toHaveCount(2);
	for (const { earner } of users) {
		const { items } = await earner.call('getNotices', {});
		expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['paused', 'message']);
		expect(items[1].data).toEqual({ text: 'Who else plays at your place?' });
	}

	// The rest with keys alone. What is chosen stays chosen until it leaves the list.
	await doDeedByKeyboard(page, { button: 'Watch', fields: ['They have until Friday.'], result: 'Done with 2.' });
	await expect(boxes[0] as NonNullable<(typeof boxes)[0]>).toHaveCount(0);
	await page.getByRole('link', { name: 'Watching' }).focus();
	await page.keyboard.press('Enter');
	for (const box of boxes) {
		await box.focus();
		await page.keyboard.press('Space');
	}
	await doDeedByKeyboard(page, {
		button: 'Add a note',
		fields: ['Brothers, by their papers.'],
		result: 'Done with 2.',
	});
	const notes = page.getByRole('row', { name: new RegExp(users[0]?.account.name ?? '') }).getByText('4 notes');
	await notes.focus();
	await page.keyboard.press('Enter');
	await expect(page.getByText('Brothers, by their papers.')).toBeVisible();
	await doDeedByKeyboard(page, { button: 'Close', fields: ['Nothing wrong.'], result: 'Done with 2.' });
	await page.getByRole('link', { name: 'Closed' }).focus();
	await page.keyboard.press('Enter');
	await (boxes[1] as NonNullable<(typeof boxes)[1]>).focus();
	await page.keyboard.press('Space');
	await doDeedByKeyboard(page, { button: 'Open again', fields: ['One of them again.'], result: 'Done with 1.' });
	await page.goto('/admin/fraud');
	await expect(boxes[1] as NonNullable<(typeof boxes)[1]>).toBeVisible();
	await expect(boxes[0] as NonNullable<(typeof boxes)[0]>).toHaveCount(0);
});
