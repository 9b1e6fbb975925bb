import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { accounts, hashConfig } from '../../sandbox/firebase/project.ts';
import type { Database } from '../../server/lib/db/database.ts';
import { ageSessions } from '../support/database.ts';
import { expect, test } from '../support/journey.ts';
import { fillBirthDate, openAccount, sendSignIn, signOut } from '../support/sign-in.ts';
import { addGameAccount, withdrawByHand } from '../support/test-user.ts';

const newEmail = () => `${randomUUID()}@gmail.example`;
const AGE_UNKNOWN = '403 ';

// spec: 1.google-sign-in
test('a first Google sign-in asks for the date of birth before the account is used', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.slow();
	trouble.expect(AGE_UNKNOWN, '401 GET /auth/token');
	const email = newEmail();
	await page.goto('/login?next=/offer-history');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
	await page.goBack();
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByLabel('Another account').fill(email);
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page).toHaveURL(`${product.url}/sign-up?step=age`);
	await expect(page.getByRole('heading', { name: 'One more question' })).toBeVisible();
	await page.goto('/withdraw');
	await expect(page).toHaveURL(`${product.url}/sign-up?step=age&next=/withdraw`);
	await page.goto('/login');
	await page.getByRole('link', { name: 'Finish setting up your account' }).click();
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page.getByLabel('Day')).toBeFocused();
	await fillBirthDate(page, '2000');
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page.getByRole('heading', { name: 'Earn Robux' })).toBeVisible();
	await expect(page.getByRole('banner').getByRole('status')).toContainText('0.00 R$');

	await signOut(page);
	await page.goto('/login?next=/offer-history');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByRole('button', { name: email }).click();
	await expect(page).toHaveURL(`${product.url}/offer-history`);
	await expect(page.getByRole('heading', { name: 'Offer History' })).toBeVisible();
	await page.goto('/sign-up?step=age');
	await expect(page).toHaveURL(`${product.url}/earn`);
	await expectFreshSignInByGoogle(page, database, email);
});

async function expectFreshSignInByGoogle(page: Page, database: Database, email: string): Promise<void> {
	const continueThere = async () => {
		await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click();
		await page.getByRole('button', { name: email }).click();
		await expect(page.getByText('This device')).toBeVisible();
	};
	await openAccount(page);
	const { uid } = await page.evaluate(async () => (await fetch('/auth/account')).json());
	await ageSessions(database, uid, 11);
	await openAccount(page);
	await page.getByRole('button', { name: 'Set a password' }).click();
	await continueThere();
	await page.getByLabel('New password').fill('another staple entirely');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Your password was set')).toBeVisible();

	await ageSessions(database, uid, 11);
	await page.getByRole('button', { name: 'Change email' }).click();
	await page.getByLabel('New email address').fill(`new-${email}`);
	await page.keyboard.press('Enter');
	await continueThere();
	await expect(page.getByLabel('New email address')).toHaveValue(`new-${email}`);
	await page.getByRole('button', { name: 'Send the link' }).click();
	await expect(page.getByText(`We sent a link to new-${email}.`)).toBeVisible();
}

const ROOT = join(import.meta.dirname, '../..');

test('an imported person signs in with the old password, withdraws the released balance and checks its proof', async ({
	page,
	product,
	trouble,
}, testInfo) => {
	test.slow();
	trouble.expect('403 ');
	const [id, game] = [randomUUID().slice(0, 18), await addGameAccount(product)];
	const email = `${id}@example.com`;
	const { signerKey: base64_signer_key, saltSeparator: base64_salt_separator, memoryCost: mem_cost } = hashConfig;
	const files = {
		'accounts.json': { users: [{ ...accounts[0], localId: id, email }] },
		'users.ndjson': { id, data: { robux: 120 } },
		'hash.json': { ...hashConfig, base64_signer_key, base64_salt_separator, mem_cost },
	};
	for (const [name, text] of Object.entries(files)) await writeFile(testInfo.outputPath(name), JSON.stringify(text));
	const source = ['--accounts', 'accounts.json', '--documents', '.', '--hash-config', 'hash.json', '--project', id];
	const importIt = (...more: string[]) =>
		promisify(execFile)(
			`${ROOT}/node_modules/.bin/node`,
			[`${ROOT}/server/cli.ts`, 'import-firebase', ...source, '--apply', ...more],
			{ cwd: testInfo.outputPath(), env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR } },
		);

	await importIt();
	await page.goto('/login?next=/offer-history');
	await sendSignIn(page, email, 'user1password');
	await fillBirthDate(page, '2000');
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	const brought = page.getByRole('row').filter({ hasText: 'Balance brought over' });
	await expect(brought).toContainText('120.00 R$');
	const balance = page.getByRole('banner').getByRole('status');
	await expect(balance).toContainText('0.00 R$');
	await importIt('--final');
	await page.reload();
	await expect(balance).toContainText('120.00 R$');

	await page.goto('/withdraw');
	await withdrawByHand(page, game.name);

	await page.goto('/offer-history');
	await brought.getByRole('button').first().click();
	await page.getByRole('link', { name: 'Receipt', exact: true }).click();
	await expect(page.getByText('This receipt is valid.')).toBeVisible();
	await expect(page.getByText('120.00 R$').last()).toBeVisible();
});
