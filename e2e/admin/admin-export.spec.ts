import { enterAsAdmin } from '../support/admin.ts';
import { expect, test } from '../support/journey.ts';

test('an admin exports tables as files', async ({ page, product, database }) => {
	const admin = await enterAsAdmin(page, product, database);
	await page.goto('/admin/export');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export');
	await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download Actions' }).focus();
	await page.keyboard.press('Enter');
	expect((await download).suggestedFilename()).toBe('actions.csv');
	await expect(page.getByRole('status').filter({ hasText: 'Saved actions.csv' })).toBeVisible();
	const stream = await (await download).createReadStream();
	let text = '';
	for await (const piece of stream) text += piece;
	expect(text).toContain(`,${admin.uid},export,`);
	const another = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download Yearly totals' }).click();
	expect((await another).suggestedFilename()).toBe('yearly-totals.csv');
	await expect(page.getByRole('status').filter({ hasText: 'Saved yearly-totals.csv' })).toBeVisible();
});
