import { expect, type Page } from '@playwright/test';
import { findDifference, suspect } from '../support/database.ts';
import type { Walk } from '../support/journey.ts';
import { enterAsAdmin } from '../support/sign-in.ts';
import { readyToWithdraw, signUp, withdraw } from '../support/test-user.ts';

async function open(page: Page, address: string): Promise<void> {
	await page.goto(address);
	// Wait for the heading, because the loading state has another one.
	await expect(page.locator('.wide-page h1')).toBeVisible();
	await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
	await expect(page.locator('.shimmer')).toHaveCount(0);
}

export async function walkAdmin({ context, product, database, look }: Walk): Promise<void> {
	const page = await context.newPage();
	const { uid, orderId, message } = await leaveWork(page, { product, database });
	for (const [step, address] of Object.entries({
		dashboard: '/admin',
		business: '/admin/business',
		users: '/admin/users',
		user: `/admin/users/${uid}`,
		'user-withdrawals': `/admin/users/${uid}?show=withdrawals`,
		'user-callbacks': `/admin/users/${uid}?show=callbacks`,
		fraud: '/admin/fraud',
		actions: '/admin/actions',
		approvals: '/admin/actions?show=approvals',
		logs: '/admin/logs',
		postbacks: '/admin/logs?show=callbacks',
		queue: '/admin/withdrawals?show=queue&state=all',
		held: '/admin/withdrawals?show=screening',
		'hold-rules': '/admin/withdrawals?show=hold-rules',
		withdrawal: `/admin/withdrawals/${orderId}`,
		'work-list': '/admin/withdrawals?show=work-list',
		differences: '/admin/withdrawals?show=differences',
		controls: '/admin/withdrawals?show=controls',
		messages: '/admin/threads',
		message: `/admin/threads/${message}`,
		treasury: '/admin/treasury',
		books: '/admin/books',
		reconciliation: '/admin/reconciliation',
		offerwalls: '/admin/offerwalls',
		'promo-codes': '/admin/promo-codes',
		staff: '/admin/staff',
		export: '/admin/export',
	})) {
		await open(page, address);
		await look(`admin-${step}`, page);
	}
	await open(page, `/admin/users/${uid}`);
	await page.getByRole('button', { name: 'Pause withdrawals' }).click();
	await look('admin-pause', page);
	await open(page, '/admin/staff');
	await page.getByRole('button', { name: 'Invite' }).click();
	await look('admin-invite', page);
	await open(page, '/admin/fraud');
	for (const box of await page.getByRole('checkbox').all()) await box.check();
	await page.getByRole('button', { name: 'Message' }).click();
	await look('admin-fraud-message', page);
	await open(page, '/admin/promo-codes');
	await page.getByRole('link', { name: 'Redemptions' }).first().click();
	await look('admin-redemptions', page.getByRole('heading', { name: /^Redemptions of/ }));
	await open(page, '/admin/promo-codes');
	await page.getByRole('button', { name: 'Create promo code' }).click();
	await page.getByLabel('Code (letters, digits, dashes)').fill('SPRING');
	await page.getByRole('button', { name: 'Create code' }).click();
	await look('admin-new-code', page);
	await open(page, '/admin/offerwalls');
	await page.getByRole('main').getByRole('table').getByRole('link').first().click();
	await page.getByRole('button', { name: 'Change age and hold' }).click();
	await look('admin-age-and-hold', page);
	await page.close();
}

async function leaveWork(page: Page, { product, database }: Pick<Walk, 'product' | 'database'>) {
	const others = await Promise.all([signUp(product), signUp(product)]);
	const { user, account } = await readyToWithdraw(product);
	const second = await readyToWithdraw(product);
	const rich = await readyToWithdraw(product, { balance: '1500.00', games: [{ passPrice: 1_571 }] });
	const orderId = await withdraw(user, account);
	await withdraw(second.user, second.account);
	await withdraw(rich.user, rich.account, 1_100);
	const admin = await enterAsAdmin(page, product, database);
	await admin.call('adminCreatePromoCode', {
		code: 'WELCOME-2026',
		amount: 10,
		usesMax: 50,
		reason: 'For the opening.',
	});
	await admin.call('adminCreatePromoCode', { code: 'OLD', amount: 5, usesMax: 10, reason: 'For a stream.' });
	await admin.call('adminClosePromoCode', { code: 'OLD', reason: 'The stream is over.' });
	for (const person of [user, ...others]) await person.call('redeemPromoCode', { code: 'WELCOME-2026' });
	const sharedDevice = {
		signal: 'shared-device',
		points: 45,
		details: { accounts: 3, device: 'Chrome on Windows' },
	} as const;
	await suspect(database, user.uid, [
		sharedDevice,
		{ signal: 'reversal-rate', points: 25, details: { completions: 12, takenBack: 5 } },
	]);
	for (const { uid } of others) await suspect(database, uid, [sharedDevice]);
	await findDifference(database, orderId, user.uid);
	const large = {
		uid: user.uid,
		amount: 2_500,
		reason: 'Three surveys were not paid.',
		requestId: crypto.randomUUID(),
	};
	await admin.call('adminAdjustBalance', large);
	await admin.call('adminInviteStaff', { email: 'support@lootpass.example', role: 'support' });
	await admin.call('adminInviteStaff', { email: 'owner@lootpass.example', role: 'owner' });
	const pausedUser = await signUp(product);
	await admin.call('adminPauseUser', { uid: pausedUser.uid, reason: 'We look at your account.' });
	const asked = { subject: 'Where is my reward?', about: null, text: 'I reached level 30.' };
	const { reference: message } = await user.call('openThread', asked);
	return { uid: user.uid, orderId, message };
}
