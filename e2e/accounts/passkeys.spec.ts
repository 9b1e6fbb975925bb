import { ageSessions, makeAdmin } from '../support/database.ts';
import { expect, test } from '../support/journey.ts';
import { PASSWORD, signUp } from '../support/user.ts';
import { openAccount } from '../walks/walk-account.ts';
import { sendAdminLogin, signOut } from '../walks/walk-sign-in.ts';

test('a passkey is added, signs in to the site and the admin area, and is removed', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.slow();
	trouble.expect('403 POST /auth/passkey/options', '401 POST /auth/sign-in/passkey');
	const client = await page.context().newCDPSession(page);
	await client.send('WebAuthn.enable');
	await client.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
			...{ isUserVerified: true, automaticPresenceSimulation: true },
		},
	});
	const admin = await signUp(product);
	await makeAdmin(database, admin.uid);
	await page.goto('/admin/login');
	await sendAdminLogin(page, admin.email);
	await expect(page).toHaveURL(/\/admin$/);
	await openAccount(page);
	await ageSessions(database, admin.uid, 11);
	const section = page.getByRole('region', { name: 'Passkeys' });
	await section.getByRole('button', { name: 'Add passkey' }).click();
	await section.getByLabel('Name of the passkey').fill('My laptop');
	await section.getByRole('button', { name: 'Add passkey' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Your password').fill(PASSWORD);
	await dialog.getByRole('button', { name: 'Continue' }).click();
	await expect(section.getByText('Passkey added.')).toBeVisible();
	await expect(section.getByText('My laptop')).toBeVisible();

	await page.goto('/earn');
	await signOut(page);
	await page.goto('/login?next=/account');
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
	await expect(page).toHaveURL(/\/account$/);
	await page.goto('/earn');
	await signOut(page);
	await page.goto('/admin/login');
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
	await expect(page).toHaveURL(/\/admin$/);

	await openAccount(page);
	await section.getByRole('button', { name: 'Remove “My laptop”' }).click();
	await expect(section.getByText('Passkey removed.')).toBeVisible();
	await page.goto('/earn');
	await signOut(page);
	await page.goto('/login');
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
	await expect(page.getByText("This passkey isn't known here.")).toBeVisible();
});
