import type { CallError } from '../../../contract/errors.ts';
import { account, type FakeServer, refusal, unreachable } from '../../test/fake-server.ts';
import {
	button,
	expectFocus,
	expectText,
	field,
	held,
	openPages,
	screen,
	waitFor,
	within,
} from '../../test/render-page.tsx';

const renderPage = openPages();
const DAY_MS = 86_400_000;
const PASSWORD = 'a long enough password';
const NEW_PASSWORD = 'another staple entirely';
const tooOld = { refused: 403, code: 'auth/requires-recent-login', message: 'Sign in again before you change this.' };
const wrong = {
	refused: 401,
	code: 'auth/invalid-credential',
	message: 'The email address or password is wrong. Check both and try again.',
};
const oldSignIn = { '/auth/change-email': tooOld, '/auth/revoke-session': { revoked: true } };
const failure = { refused: 500, code: 'auth/internal-error', message: '' };
const unverified = { ...account, emailVerified: false, freshUntil: Date.now() + DAY_MS };

const dialog = () => screen.findByRole('dialog', { name: "Confirm it's you" });

async function openAccount(visit: Parameters<typeof renderPage>[1] = {}) {
	const page = renderPage('/account', visit);
	await expectText('This device');
	await expectText('builder@example.com');
	return page;
}

function letIn(server: FakeServer, granted: `/${string}`, refused: `/${string}`): void {
	server.answers[granted] = () => {
		server.answers[refused] = {};
		return {};
	};
}

async function changeEmail({ person }: ReturnType<typeof renderPage>): Promise<void> {
	await person.click(button('Change email'));
	await person.type(await screen.findByLabelText('New email address'), 'new@example.com{Enter}');
	await person.type(await within(await dialog()).findByLabelText('Your password'), `${PASSWORD}{Enter}`);
}

test('shows an error and retries when the account or the devices cannot be loaded', async () => {
	const answers = { '/auth/account': failure, '/auth/list-sessions': failure };
	const { server, person } = renderPage('/account', { answers });
	await expectText("Couldn't load your account.", await screen.findByRole('alert'));
	server.answers['/auth/account'] = unverified;
	await person.click(button('Try again'));
	await expectText("Couldn't load your devices.");
	server.answers['/auth/list-sessions'] = {
		sessions: [{ id: 's-1', device: 'Chrome on Linux', createdAt: 1, lastUsedAt: 1, isCurrent: true }],
	};
	await person.click(button('Try again'));
	await expectText('This device');
});

test('an opened form focuses its first field, and closing it returns the focus', async () => {
	const { person } = await openAccount();
	await person.click(button('Change password'));
	await expectFocus(() => field('Current password'));
	await person.keyboard('{Enter}');
	await expectText('Enter your password.');
	await person.click(button('Cancel'));
	await expectFocus(() => button('Change password'));
});

test('shows a wrong password at its field and keeps the input; the right one also serves as the new sign-in', async () => {
	const answers = { ...oldSignIn, '/auth/change-password': tooOld, '/auth/sign-in/email': wrong };
	const { person, server } = await openAccount({ answers });
	await person.click(button('Change password'));
	await person.type(await screen.findByLabelText('Current password'), 'not the password');
	await person.type(field('New password'), `${NEW_PASSWORD}{Enter}`);
	await expectText('The password is wrong. Try again.');
	await expectFocus(() => field('Current password'));
	expect(field('New password').value).toBe(NEW_PASSWORD);
	letIn(server, '/auth/sign-in/email', '/auth/change-password');
	await person.clear(field('Current password'));
	await person.type(field('Current password'), `${PASSWORD}{Enter}`);
	await expectText('Your password was changed, and all other devices were signed out.');
	expect(screen.queryByRole('dialog')).toBeNull();
});

test('keeps the new address while the user closes the sign-in dialog or signs in again', async () => {
	const answers = { ...oldSignIn, '/auth/sign-in/email': wrong };
	const { person, server } = await openAccount({ answers });
	await person.click(button('Change email'));
	await person.type(await screen.findByLabelText('New email address'), 'new@example.com');
	await person.click(button('Send the link'));
	await person.click(within(await dialog()).getByRole('button', { name: 'Close' }));
	await expectText('Sign in again before you change this.');
	expect(field('New email address').value).toBe('new@example.com');
	await person.click(button('Send the link'));
	const password = await within(await dialog()).findByLabelText('Your password');
	await person.type(password, 'not the password{Enter}');
	await expectText('The password is wrong. Try again.');
	letIn(server, '/auth/sign-in/email', '/auth/change-email');
	await person.clear(password);
	await person.type(password, `${PASSWORD}{Enter}`);
	await expectText('We sent a link to new@example.com.');
	expect(server.requests.find(({ name }) => name.endsWith('revoke-session'))?.payload).toEqual({ id: 's-1' });
});

test('asks for the authenticator code when a user with two-factor signs in again', async () => {
	const answers = { ...oldSignIn, '/auth/sign-in/email': { twoFactorRedirect: true } };
	const page = await openAccount({ answers });
	const { person, server } = page;
	await changeEmail(page);
	const code = await screen.findByLabelText('Code from your authenticator app');
	await expectFocus(() => code);
	letIn(server, '/auth/two-factor/verify-totp', '/auth/change-email');
	await person.keyboard('123456{Enter}');
	await expectText('We sent a link to new@example.com.');
});

test('closing the second step of signing in again signs the user out', async () => {
	const answers = { '/auth/change-email': tooOld, '/auth/sign-in/email': { twoFactorRedirect: true } };
	const page = await openAccount({ answers });
	const { person, server } = page;
	await changeEmail(page);
	await screen.findByLabelText('Code from your authenticator app');
	server.answers['/auth/token'] = { refused: 401, code: 'auth/invalid-user-token' };
	await person.click(within(await dialog()).getByRole('button', { name: 'Close' }));
	await expectText('Your session has ended.');
});

test('offers to resend the mail for an unverified address, and rejects the current address as a new one', async () => {
	const answers = {
		'/auth/account': unverified,
		'/auth/send-verification-email': { sent: true },
		'/auth/change-email': { refused: 400, code: 'auth/invalid-email', message: 'This is already your address.' },
	};
	const { person } = await openAccount({ answers });
	const you = within(screen.getByRole('region', { name: 'Your profile' }));
	await you.findByText('Not confirmed');
	await person.click(you.getByRole('button', { name: 'Send the email again' }));
	await expectText('We sent an email to builder@example.com.');
	await person.click(button('Change email'));
	await person.type(await screen.findByLabelText('New email address'), 'builder@example.com{Enter}');
	await expectText('This is already your address.');
});

const typeDelete = 'Type Delete to confirm';
const deleteButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Delete my account|Deleting…)$/ });

// spec: 2.delete-page, 4.delete-button, 5.delete-word
test('only the exact word enables the delete button, and Enter does not bypass it', async () => {
	const { person, server } = renderPage('/delete-account', { user: { robux: 64.5 } });
	await expectText('Your credentials, earnings and withdrawal history are permanently deleted.');
	await expectText('You will lose your balance of 64.50 R$');
	for (const almost of ['delete', 'DELETE', 'Delet', 'Delete ', ' Delete', 'Deletes']) {
		await person.clear(field(typeDelete));
		await person.type(field(typeDelete), `${almost}{Enter}`);
		expect(deleteButton().disabled, almost).toBe(true);
	}
	await person.clear(field(typeDelete));
	await person.keyboard('Delete');
	expect(deleteButton().disabled).toBe(false);
	expect(server.requests.filter(({ name }) => name === 'deleteAccount')).toEqual([]);
});

// spec: 4.delete-button
test.each<[string, CallError | typeof unreachable, string, link?: string, href?: string]>([
	[
		'an open withdrawal',
		refusal('aborted', 'You have an open withdrawal (W-1).'),
		'You have an open withdrawal (W-1).',
		'withdrawal history',
		'/withdraw-history',
	],
	[
		'an old sign-in',
		refusal('permission-denied', 'Sign in again before you delete your account.', { reason: 'requires-recent-login' }),
		'Sign in again before you delete your account.',
		'Sign in again',
		'/login?next=/delete-account',
	],
	['a server error', refusal('internal'), 'Failed to delete account'],
	['an unreachable server', unreachable, "The server can't be reached. Check your connection and try again."],
	['the only admin', refusal('permission-denied', 'Only admin.', { reason: 'only-admin' }), 'Only admin.'],
])('a deletion refused for %s shows the next step and can be retried', async (_why, answer, text, link, href) => {
	const { person, server, router } = renderPage('/delete-account', { answers: { deleteAccount: answer as never } });
	await person.type(await screen.findByLabelText(typeDelete), 'Delete');
	await person.click(deleteButton());
	const alert = await screen.findByRole('alert');
	await expectText(text, alert);
	if (link) expect(within(alert).getByRole('link', { name: link }).getAttribute('href')).toBe(href);
	const answered = held<{ deleted: true }>();
	server.answers.deleteAccount = () => answered.promise;
	await person.click(deleteButton());
	expect([deleteButton().textContent, deleteButton().disabled]).toEqual(['Deleting…', true]);
	expect(field(typeDelete).readOnly).toBe(true);
	await person.type(field(typeDelete), '{Enter}');
	expect(server.requests.filter(({ name }) => name === 'deleteAccount')).toHaveLength(2);
	answered.release({ deleted: true });
	await expectText('Your account has been deleted.');
	expect(router.state.location.pathname).toBe('/');
	expect(screen.queryByRole('button', { name: /account menu/i })).toBeNull();
});

// spec: 8.delete
test('a deletion after the end of the session says that the user must be logged in', async () => {
	const { person } = renderPage('/delete-account', { answers: { deleteAccount: refusal('unauthenticated') } });
	await person.type(await screen.findByLabelText(typeDelete), 'Delete');
	await person.click(deleteButton());
	await expectText('You must be logged in');
});

test('a deletion that needs a second factor continues with the code', async () => {
	const answers = { deleteAccount: refusal('permission-denied', 'Enter a code.', { reason: 'second-factor-needed' }) };
	const { person, server } = renderPage('/delete-account', { answers: answers as never });
	await person.type(await screen.findByLabelText(typeDelete), 'Delete');
	await person.click(deleteButton());
	await expectText('Enter a code.', await screen.findByRole('alert'));
	letIn(server, '/auth/two-factor/verify-totp', '/auth/account');
	server.answers.deleteAccount = { deleted: true };
	await person.type(field('Code from your authenticator app'), '123456{Enter}');
	await expectText('Your account has been deleted.');
});

test('shows the wait time when the data export is rate-limited', async () => {
	const tooOften = 'Too many attempts. Try again in 40 minutes.';
	const answers = { exportMyData: refusal('resource-exhausted', tooOften) };
	const { person } = renderPage('/delete-account', { answers });
	await person.click(await screen.findByRole('button', { name: 'Download my data' }));
	expect((await screen.findByRole('alert')).textContent).toBe(tooOften);
});

test('an invited user sets up the authenticator first and joins with the code from the mail', async () => {
	const twoFactor = { enabled: false, required: false, verified: false };
	const invited = { ...account, isInvited: true, twoFactor };
	const { router, server, person } = await openAccount({ answers: { '/auth/account': invited } });
	await expectText('Set up the authenticator app below');
	await screen.findByRole('heading', { name: 'Authenticator app' });
	expect(screen.queryByRole('button', { name: 'Join the team' })).toBeNull();
	server.answers['/auth/account'] = { ...invited, twoFactor: { enabled: true, required: false, verified: true } };
	server.answers.acceptStaffInvite = refusal('not-found', 'This invitation has already been used.') as never;
	document.dispatchEvent(new Event('visibilitychange'));
	await expectText('To join, open the link in the email we sent you.');
	await router.navigate('/account#code=c0de');
	const join = await screen.findByRole('button', { name: 'Join the team' });
	await person.click(join);
	await expectText('This invitation has already been used');
	server.answers.acceptStaffInvite = { role: 'support' } as never;
	server.answers['/auth/account'] = { ...account, isAdmin: true, staffRole: 'support' };
	await person.click(join);
	await waitFor(() => expect(screen.queryByText('Team invitation')).toBeNull());
	expect(server.requests.filter(({ name }) => name === 'acceptStaffInvite')).toMatchObject([
		{ payload: { code: 'c0de' } },
		{ payload: { code: 'c0de' } },
	]);
});

test('an export with gift cards asks for a new sign-in, and shows the refusal if the user closes the dialog', async () => {
	const answers = { exportMyData: refusal('permission-denied', 'Sign in again.', { reason: 'requires-recent-login' }) };
	const { person } = renderPage('/delete-account', { answers });
	await person.click(await screen.findByRole('button', { name: 'Download my data' }));
	await person.click(within(await dialog()).getByRole('button', { name: 'Close' }));
	await expectText('Sign in again.', await screen.findByRole('alert'));
});

test('asks for push notifications only on a click after the first reward, and explains a refusal', async () => {
	let current: object | null = null;
	const keys = { p256dh: 'p', auth: 'a' };
	const endpoint = 'https://push.example/1';
	const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: vi.fn() };
	const pushManager = { getSubscription: async () => current, subscribe: vi.fn(async () => (current = subscription)) };
	const serviceWorker = { ready: { pushManager }, getRegistration: async () => ({ pushManager }) };
	const notification = { permission: 'default', requestPermission: vi.fn(async () => 'granted') };
	for (const [name, value] of Object.entries({ PushManager: {}, Notification: notification }))
		vi.stubGlobal(name, value);
	vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }));
	const { person, server } = await openAccount({
		answers: { savePush: ({ kinds }) => ({ kinds }), saveWeeklyMail: (asked) => asked },
	});
	await expectText('You can turn this on after your first reward.');
	const weekly = await screen.findByLabelText<HTMLInputElement>(/^Weekly email/);
	await person.click(weekly);
	await waitFor(() => expect(weekly.checked).toBe(true));
	server.answers.getPush = { public_key: 'B', kinds: [], has_earned: true };
	dispatchEvent(new Event('online'));
	const box = await screen.findByLabelText<HTMLInputElement>('Paid withdrawals');
	expect(notification.requestPermission).not.toHaveBeenCalled();
	box.focus();
	await person.keyboard(' ');
	await expectText('Saved.');
	expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'B' });
	await person.click(box);
	await waitFor(() => expect(subscription.unsubscribe).toHaveBeenCalledOnce());
	const sent = server.requests.filter(({ name }) => name.endsWith('savePush')).map(({ payload }) => payload);
	expect(sent).toEqual([['paid'], []].map((kinds) => ({ endpoint, ...keys, kinds })));
	Object.assign(notification, { permission: 'denied', requestPermission: async () => 'denied' });
	await person.click(box);
	await expectText(/This browser blocks notifications/);
});
