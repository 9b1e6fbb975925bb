import { doDeed, doDeedByKeyboard, enterAsAdmin, LONG_STORY_MS } from './admin.ts';
import { suspect } from './admin-work.ts';
import { readyToWithdraw } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';

test('an admin handles several cases at once: asks, pauses, watches, notes, closes and opens again', async ({
	page,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const [one, two] = await Promise.all([readyToWithdraw(product), readyToWithdraw(product)]);
	const signals = [
		{ signal: 'shared-device', points: 55, details: { accounts: 2, device: 'Chrome on Windows' } },
		{ signal: 'instant-completions', points: 45, details: { completions: 6, seconds: 10 } },
	] as const;
	for (const { earner } of [one, two]) await suspect(database, earner.uid, signals);
	const boxOf = ({ account }: typeof one) => page.getByLabel(`Choose ${account.name}`);
	const boxes = [boxOf(one), boxOf(two)];
	const firstRow = page.getByRole('row', { name: new RegExp(one.account.name) });
	await enterAsAdmin(page, product, database);
	await page.getByRole('link', { name: /open fraud cases?/ }).click();
	await expect(firstRow).toContainText('6 completions within 10 seconds of the one before');
	for (const box of boxes) await box.check();
	await expect(page.getByText('2 cases chosen', { exact: true })).toBeVisible();
	await expectSound(page);
	await doDeed(page, { button: 'Message', reason: 'Who else plays at your place?', result: 'Done with 2.' });
	await doDeed(page, { button: 'Pause withdrawals', reason: 'Until we have heard from you.', result: 'Done with 2.' });
	await expect(page.getByText('Paused')).toHaveCount(2);
	for (const { earner } of [one, two]) {
		const { items } = await earner.call('getNotices', {});
		expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['paused', 'message']);
		expect(items[1].data).toEqual({ text: 'Who else plays at your place?' });
	}

	// The rest with keys alone. What is chosen stays chosen until it leaves the list.
	await doDeedByKeyboard(page, { button: 'Watch', fields: ['They have until Friday.'], result: 'Done with 2.' });
	await expect(boxOf(one)).toHaveCount(0);
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
	const notes = firstRow.getByText('4 notes');
	await notes.focus();
	await page.keyboard.press('Enter');
	await expect(page.getByText('Brothers, by their papers.')).toBeVisible();
	await doDeedByKeyboard(page, { button: 'Close cases', fields: ['Nothing wrong.'], result: 'Done with 2.' });
	await page.getByRole('link', { name: 'Closed' }).focus();
	await page.keyboard.press('Enter');
	await boxOf(two).focus();
	await page.keyboard.press('Space');
	await doDeedByKeyboard(page, { button: 'Open again', fields: ['One of them again.'], result: 'Done with 1.' });
	await page.goto('/admin/fraud');
	await expect(boxOf(two)).toBeVisible();
	await expect(boxOf(one)).toHaveCount(0);
});
