import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, send } from '../test/json-client.ts';
import { oneTimePassword } from '../test/one-time-password.ts';
import { PASSWORD, signUp } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';
import { ADMIN, type RunningProduct, startProduct } from './product.ts';
import { fillSignIn, sendSignIn } from './walk-sign-in.ts';

/** Longer than a browser needs from one key to the next. */
const LONG_ENOUGH_S = 8;

/** A product of its own: with limits, which everybody at one address shares, and with an admin who has a second factor. */
let guarded: RunningProduct;
test.beforeAll(async () => {
	test.setTimeout(120_000);
	guarded = await startProduct({ RATE_LIMITS: 'on' });
});
test.afterAll(() => guarded.stop());
test.describe.configure({ mode: 'serial' });

test('guessing passwords takes longer and longer, in words', async ({ page, trouble }) => {
	test.slow();
	trouble.expect('429 POST /auth/sign-in/email');
	const { email } = await signUp(guarded);
	await page.goto(`${guarded.url}/login`);
	await fillSignIn(page, email);
	await guessUntilItTakes(LONG_ENOUGH_S, email);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('alert')).toHaveText(/^Too many attempts\. Try again in \d+ seconds?\.$/);
	await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
	// Nobody is locked out: the right password works as soon as the wait is over.
	const inside = `${guarded.url}/withdraw`;
	await expect(async () => {
		// The answer to the click before may be on its way, and with it another page.
		if (page.url() !== inside)
			await page.getByRole('button', { name: 'Sign in', exact: true }).click({ timeout: 2_000 });
		await expect(page).toHaveURL(inside, { timeout: 5_000 });
	}).toPass({ timeout: 40_000 });
});

test('who has a second factor is asked for it', async ({ page, trouble }) => {
	trouble.expect('401 POST /auth/two-factor/verify-totp');
	const { recoveryCodes } = await setUpSecondFactor();
	await page.goto(`${guarded.url}/login?next=/offer-history`);
	await sendSignIn(page, ADMIN.email, ADMIN.password);
	const code = page.getByLabel('Code from your authenticator app');
	await expect(code).toBeFocused();
	await expect(page.getByRole('button', { name: /account menu/i })).toBeHidden();
	await page.keyboard.press('Enter');
	await expect(code).toHaveAccessibleDescription('Enter the code.');
	await page.keyboard.type('000 000');
	await page.keyboard.press('Enter');
	await expect(code).toHaveAccessibleDescription('This code is not right. Enter the one that is shown now.');
	await expect(code).toBeFocused();
	await expectSound(page);

	await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
	await expect(page.getByLabel('Recovery code')).toBeFocused();
	await page.keyboard.type(recoveryCodes[0] ?? '');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(`${guarded.url}/offer-history`);
	await expect(page.getByRole('button', { name: /account menu/i })).toBeVisible();
});

test('the second step can be left, and one that took too long leads back with a word', async ({ page, trouble }) => {
	trouble.expect('POST /auth/two-factor/verify-totp');
	await page.goto(`${guarded.url}/login`);
	await sendSignIn(page, ADMIN.email, ADMIN.password);
	await page.getByRole('button', { name: 'Start again' }).click();
	await sendSignIn(page, ADMIN.email, ADMIN.password);
	await expect(page.getByLabel('Code from your authenticator app')).toBeFocused();
	// What ten minutes do to the step.
	await page.context().clearCookies();
	await page.keyboard.type('123456');
	await page.keyboard.press('Enter');
	await expect(page.getByText('This sign-in took too long. Start again with your password.')).toBeVisible();
	await expect(page.getByLabel('E-mail address')).toBeVisible();
});

/** Goes on guessing until the next try has to wait this long. */
async function guessUntilItTakes(seconds: number, email: string): Promise<void> {
	const guess = { email, password: 'not the password' };
	for (let waitS = 0; waitS < seconds; ) {
		const { headers } = await send('POST', `${guarded.url}/auth/sign-in/email`, guess);
		waitS = Number(headers.get('retry-after') ?? 0);
		if (waitS < seconds) await sleep(waitS * 1_000);
	}
}

async function setUpSecondFactor(): Promise<{ recoveryCodes: string[] }> {
	const { email, password } = ADMIN;
	const { body: signedIn } = await send('POST', `${guarded.url}/auth/sign-in/email`, { email, password });
	const headers = bearer(signedIn.token);
	const enabled = await send('POST', `${guarded.url}/auth/two-factor/enable`, { password }, headers);
	const code = oneTimePassword(enabled.body.totpURI);
	const verified = await send('POST', `${guarded.url}/auth/two-factor/verify-totp`, { code }, headers);
	expect([enabled.status, verified.status]).toEqual([200, 200]);
	return { recoveryCodes: enabled.body.backupCodes };
}
