import type { Browser, Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { type Json, send } from '../../test/sites/json-client.ts';
import { enterAsAdmin, sidebarOf } from './admin.ts';
import type { Morning } from './admin-morning.ts';
import { handOn } from './hand.ts';
import { expect } from './patient.ts';
import type { TestUser } from './user.ts';

const WAITS = 'Needs approval by a second admin';
const LOST = '12.00';
/** Long enough ago that the day is over in all partners' time zones. */
const LOST_ON = new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10);

const wallOf = (page: Page): Locator => page.getByRole('region', { name: 'Sandbox Offers' });

export async function changeAgeAndHold(page: Page): Promise<void> {
	const { press, doAction } = handOn(page);
	await press(sidebarOf(page).getByRole('link', { name: 'Offerwalls' }));
	const wall = wallOf(page);
	await expect(wall).toBeVisible();
	const change = wall.getByRole('button', { name: 'Change age and hold' });
	const changed = { button: change, action: 'Change age and hold', result: 'Saved.' };
	await doAction({ ...changed, fields: ['16', null, 'For a month.'] });
	await expect(wall.getByText('Minimum age16', { exact: true })).toBeVisible();
	await press(change);
	await handOn(page).fillIn(['12', null, 'Too young.']);
	const dialog = page.getByRole('dialog');
	await press(dialog.getByRole('button', { name: 'Change age and hold' }));
	await expect(dialog.getByRole('alert')).toContainText('Minimum age');
	await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too young.');
	await press(dialog.getByRole('button', { name: 'Cancel' }));
	await doAction({ ...changed, fields: ['', null, 'Enough.'] });
	await expect(wall.getByText('HoldNone', { exact: true })).toBeVisible();
}

export async function switchOff({ page, product, database, earner }: Morning, admin: TestUser): Promise<void> {
	const wall = wallOf(page);
	const off = {
		button: wall.getByRole('button', { name: 'Turn off' }),
		action: 'Turn off',
		result: 'Offerwall turned off.',
	};
	await handOn(page).doAction({ ...off, fields: ['They pay late.'] });
	await expect(wall.getByText('Off', { exact: true })).toBeVisible();
	expect((await earner.call('getOfferwalls')).map(({ id }: Json) => id)).not.toContain('sandbox');
	const completion = { userId: earner.uid, reward: LOST, campaignName: 'A survey' };
	await send('POST', `${product.sandboxUrl}/control/wall/completions`, completion);
	const came = async () => (await admin.call('adminFindCallbacks', { uid: earner.uid })).items.length;
	await expect.poll(came).toBeGreaterThan(0);
	// Moves all postbacks in time, because the log is ordered by insertion.
	await sql`update callbacks set at = ${`${LOST_ON}T12:00:00Z`}`.execute(database);
}

export async function findByReconciliation({ page }: Morning): Promise<void> {
	const { press } = handOn(page);
	await press(sidebarOf(page).getByRole('link', { name: 'Reconciliation' }));
	const report = page.getByRole('row', { name: /Sandbox Offers/ });
	await press(report.getByRole('button', { name: 'Upload report' }));
	const dialog = page.getByRole('dialog');
	const csv = { name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(`Date,Payout\n${LOST_ON},${LOST}\n`) };
	await dialog.getByLabel('CSV file').setInputFiles(csv);
	await dialog.getByLabel('First day covered').fill(LOST_ON);
	await dialog.getByLabel('Last day covered', { exact: true }).fill(LOST_ON);
	await dialog.getByRole('textbox', { name: 'Reason' }).fill('Their dashboard.');
	await press(dialog.getByRole('button', { name: 'Upload report' }));
	await expect(dialog.getByText('1 row for 1 day, $12.00 in total. 1 day differs.')).toBeVisible();
	await press(dialog.getByRole('button', { name: 'Done' }));
	const day = page.getByRole('row', { name: new RegExp(LOST_ON) });
	await expect(day).toContainText('Partner reports more');
	await expect(day).toContainText('1 offerwall off');
	await press(sidebarOf(page).getByRole('link', { name: 'Offerwalls' }));
	const on = { button: wallOf(page).getByRole('button', { name: 'Turn on' }), action: 'Turn on', result: WAITS };
	await handOn(page).doAction({ ...on, fields: ['They have paid.'] });
	await expect(wallOf(page).getByText('Off', { exact: true })).toBeVisible();
}

export async function addWall(page: Page, id: string): Promise<void> {
	const { press } = handOn(page);
	await press(page.getByRole('button', { name: 'Add offerwall' }));
	const dialog = page.getByRole('dialog', { name: 'Add offerwall' });
	await dialog.getByLabel('Partner', { exact: true }).selectOption('kiwiwall');
	await dialog.getByLabel(/^ID \(permanent/).fill(id);
	await dialog.getByLabel('Display name').fill('Kiwi');
	await dialog.getByLabel('Secret').fill('hush-8Kd02mVqPz');
	await press(dialog.getByRole('button', { name: 'Generate' }));
	await dialog.getByLabel(/^R\$ per \$1/).fill('80');
	await dialog.getByRole('textbox', { name: 'Reason' }).fill('They pay well.');
	await press(dialog.getByRole('button', { name: 'Add offerwall' }));
	await expect(dialog.getByText(WAITS)).toBeVisible();
	await press(dialog.getByRole('button', { name: 'Done' }));
}

export async function approveAsSecond({ page, product, database }: Morning, browser: Browser): Promise<void> {
	const second = await browser.newContext({ baseURL: product.url });
	const other = await second.newPage();
	await enterAsAdmin(other, product, database);
	await other.goto('/admin/actions?show=approvals');
	for (const [what, reason] of [
		[/Change offerwall settings/, 'They have paid.'],
		[/They pay well/, 'kiwi'],
	] as const) {
		const proposal = other.getByRole('row', { name: what });
		await expect(proposal).toContainText(reason);
		const approve = { button: proposal.getByRole('button', { name: 'Approve' }), action: 'Approve' };
		await handOn(other).doAction({ ...approve, fields: ['I have seen the money.'], result: 'Approved and applied.' });
		await expect(proposal).toHaveCount(0);
	}
	await second.close();
	await page.reload();
	await expect(wallOf(page).getByText('On', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Send test postback' }).first().click();
	await expect(page.getByText('Test postback verified')).toBeVisible();
}

export async function replayLost({ page, earner }: Morning): Promise<void> {
	await page.goto('/admin/reconciliation');
	const day = page.getByRole('row', { name: new RegExp(LOST_ON) });
	await day.getByRole('link', { name: 'Postbacks that day' }).click();
	const refused = page.getByRole('row', { name: /Offerwall off/ });
	await expect(refused).toContainText(`reward=${LOST}`);
	// The partner retries too, so either booking may come first.
	const replay = { button: refused.getByRole('button', { name: 'Replay' }), action: 'Replay' };
	const outcome = /Outcome: (Booked|Duplicate)\./;
	await handOn(page).doAction({ ...replay, fields: ['The wall is on again.'], result: outcome });
	await page.goto(`/admin/logs?show=callbacks&uid=${earner.uid}`);
	await expect(page.getByRole('row', { name: /(Booked|Duplicate).*12\.00 R\$/ }).first()).toBeVisible();
	expect(await earner.balance()).toBe(12);
}

export async function setRate(page: Page, id: string): Promise<void> {
	await handOn(page).press(sidebarOf(page).getByRole('link', { name: 'Offerwalls' }));
	const wall = page.getByRole('region', { name: 'Kiwi' });
	await expect(wall).toContainText(id);
	const rate = { button: wall.getByRole('button', { name: 'Set rate' }), action: 'Set rate' };
	const lower = ['75', 'de', '', 'It pays less there.'];
	await handOn(page).doAction({ ...rate, fields: lower, result: 'Rate set.' });
	await expect(wall).toContainText('DE: 75.00 R$ per $1');
}

export async function makePromoCode(page: Page, user: TestUser): Promise<void> {
	const { press, doAction } = handOn(page);
	const code = 'STREAM-1';
	await press(sidebarOf(page).getByRole('link', { name: 'Promo codes' }));
	await doAction({
		button: 'Create promo code',
		action: 'Create code',
		fields: [code.toLowerCase(), '2.50', '100', null, null, null, 'For a stream.'],
		result: `${code} created.`,
	});
	const line = page.getByRole('row', { name: new RegExp(`^${code} `) });
	await expect(line).toContainText('0 / 100');
	await user.call('redeemPromoCode', { code: code.toLowerCase() });
	await press(line.getByRole('link', { name: 'Redemptions' }));
	const redemptions = page.getByRole('table', { name: `Redemptions of ${code}`, exact: true });
	await expect(redemptions.getByRole('row', { name: /2\.50 R\$/ })).toContainText(user.email);
	await press(page.getByRole('link', { name: 'All codes' }));
	const close = { button: line.getByRole('button', { name: 'Close code' }), action: 'Close code' };
	await doAction({ ...close, fields: ['The stream is over.'], result: 'Code closed.' });
	await expect(line).toContainText('Closed');
}
