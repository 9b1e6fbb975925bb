import { unreachable } from '../../test/fake-server.ts';
import {
	button,
	expectFocus,
	expectText,
	field,
	held,
	openPages,
	screen,
	textsOf,
	waitFor,
	within,
} from '../../test/render-page.tsx';

const renderPage = openPages();
const guest = { user: null };
const PASSWORD = 'a long enough password';
const WRONG = 'The email address or password is wrong. Check both and try again.';
const OFFLINE = "The server can't be reached. Check your connection and try again.";
const signIn = '/auth/sign-in/email';
const signUp = '/auth/sign-up/email';
const verifyTotp = '/auth/two-factor/verify-totp';
const wrong = { refused: 401, code: 'auth/invalid-credential', message: WRONG };

const main = () => screen.getByRole('main');
const describedBy = (input: HTMLElement) =>
	(input.getAttribute('aria-describedby') ?? '')
		.split(' ')
		.map((id) => document.getElementById(id)?.textContent)
		.join(' ');
const password = () => screen.getByLabelText<HTMLInputElement>('Password', { exact: true });

async function sendSignIn({ person }: ReturnType<typeof renderPage>, typed = PASSWORD): Promise<void> {
	await person.clear(await screen.findByLabelText('Email address'));
	await person.type(field('Email address'), 'builder@example.com');
	await person.clear(password());
	await person.type(password(), typed);
	await person.click(button('Sign in'));
}

async function fillSignUp(page: ReturnType<typeof renderPage>, email = 'new@example.com', typed = PASSWORD) {
	await screen.findByRole('button', { name: 'Create account' });
	for (const [label, text] of [
		['Name', 'Demo Person'],
		['Email address', email],
		['Password', typed],
		['Day', '28'],
		['Year', '2000'],
	] as const) {
		const input = screen.getByLabelText(label, { exact: true });
		await page.person.clear(input);
		await page.person.type(input, text);
	}
	await page.person.selectOptions(field('Month') as unknown as HTMLSelectElement, 'February');
}

// spec: 2.landing, open.landing
test("the landing page shows the specification's texts, followed by the other ways to sign in", async () => {
	renderPage('/login', guest);
	await screen.findByRole('button', { name: 'Sign in' });
	expect(textsOf('heading', undefined, main())).toEqual([
		'Sign in via the mobile app',
		'Already on mobile?',
		'Other ways to sign in',
	]);
	await expectText(
		'To protect your account, login is done from the mobile app. Tap Withdraw in the app and we will securely sign you in here automatically.',
	);
	await expectText(
		'You will be redirected automatically. If nothing happens, try again from the app or refresh this page.',
	);
});

test('the form supports password managers and can show the password', async () => {
	const { person } = renderPage('/login', guest);
	expect((await screen.findByLabelText('Email address')).getAttribute('autocomplete')).toBe('username');
	expect(password().getAttribute('autocomplete')).toBe('current-password');
	expect(password().form?.contains(field('Email address'))).toBe(true);
	await person.type(password(), 'caps AND more');
	await person.click(button('Show password'));
	expect([password().type, password().value]).toEqual(['text', 'caps AND more']);
	await person.click(button('Hide password'));
	expect(password().type).toBe('password');
});

// spec: open.identity-texts
test.each([
	['a wrong password', wrong, WRONG],
	[
		'a ban',
		{
			refused: 403,
			code: 'auth/user-disabled',
			message: 'Your account is banned: several accounts. To appeal, write to us.',
		},
		'Your account is banned: several accounts. To appeal, write to us.',
	],
])('a sign-in refused for %s shows the reason and keeps the input', async (_why, answer, text) => {
	const page = renderPage('/login', { ...guest, answers: { [signIn]: answer } });
	await sendSignIn(page);
	expect((await screen.findByRole('alert')).textContent).toBe(text);
	expect(password().value).toBe(PASSWORD);
	await expectFocus(() => button('Sign in'));
	const toAppeal = screen.queryByRole('link', { name: 'Write to us about your account' });
	expect(toAppeal?.getAttribute('href')).toBe(text.includes('banned') ? '/appeal' : undefined);
});

test.each([
	['/offer-history?page=1', '/offer-history?page=1'],
	['//evil.example', '/withdraw'],
])('a sign-in with next=%s continues to %s', async (next, end) => {
	const page = renderPage(`/login?next=${encodeURIComponent(next)}`, { ...guest, answers: { [signIn]: {} } });
	await sendSignIn(page);
	await waitFor(() => expect(page.router.createHref(page.router.state.location)).toBe(end));
});

test.each([
	[null, 'This area is for staff.', false],
	['Admin', '', true],
])(
	'a signed-in visitor with the role %s sees their own page instead of the landing page',
	async (role, text, isAdmin) => {
		renderPage('/login', { user: { role } });
		const heading = await screen.findByRole('heading', { level: 1, name: "You're signed in as @builder." });
		expect(heading.nextSibling?.textContent ?? '').toBe(text);
		expect(textsOf('heading', undefined, main())).toHaveLength(1);
		expect(within(main()).queryByRole('link', { name: 'Admin Panel' }) !== null).toBe(isAdmin);
	},
);

test('a signed-in visitor sees the account, the way to withdraw and the sign-out', async () => {
	const { person, router } = renderPage('/login');
	await expectText('@builder', await screen.findByRole('main'));
	expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
	expect(within(main()).getByRole('link', { name: 'Withdraw Robux' }).getAttribute('href')).toBe('/withdraw');
	await person.click(within(main()).getByRole('button', { name: 'Sign out' }));
	await waitFor(() => expect(screen.queryByRole('button', { name: /account menu/i })).toBeNull());
	expect(router.state.location.pathname).toBe('/');
});

test('a signed-in user can be asked to sign in again', async () => {
	const page = renderPage('/login?next=/offer-history&again=1', { answers: { [signIn]: wrong } });
	await expectText('@builder', await screen.findByRole('main'));
	await waitFor(() => expect(field('Email address').value).toBe('builder@example.com'));
	await sendSignIn(page);
	await expectText(WRONG, await screen.findByRole('alert'));
	await expectText('@builder', main());
	page.server.answers[signIn] = {};
	await sendSignIn(page);
	await waitFor(() => expect(page.router.state.location.pathname).toBe('/offer-history'));
});

test.each(['/login?next=/offer-history', '/admin/login'])(
	'a user with a second factor is asked for it at %s',
	async (path) => {
		const notRight = 'This code is wrong. Enter the one shown now.';
		const answers = {
			[signIn]: { twoFactorRedirect: true },
			[verifyTotp]: { refused: 401, code: 'auth/invalid-verification-code', message: notRight },
			'/auth/two-factor/verify-backup-code': {},
		};
		const page = renderPage(path, { ...guest, answers });
		const { person } = page;
		if (path === '/admin/login') await sendAdminLogin(page);
		else await sendSignIn(page);
		const code = await screen.findByLabelText('Code from your authenticator app');
		await expectFocus(() => code);
		await person.keyboard('{Enter}');
		expect(describedBy(code)).toContain('Enter the code.');
		await person.keyboard('000 000{Enter}');
		await waitFor(() => expect(describedBy(code)).toContain(notRight));
		await expectFocus(() => code);
		expect(page.server.requests.find(({ name }) => name.endsWith(verifyTotp))?.payload).toEqual({ code: '000000' });
		await person.click(button('Use a recovery code instead'));
		await expectFocus(() => field('Recovery code'));
		await person.keyboard('kept-one{Enter}');
		await screen.findByRole('button', { name: /account menu/i });
		if (path === '/admin/login') expect((await screen.findByRole('alert')).textContent).toBe('You are not an admin.');
		else expect(page.router.state.location.pathname).toBe('/offer-history');
	},
);

test('the second step can be cancelled, and an expired one returns to the password with a message', async () => {
	const tooLong = 'This sign-in took too long. Start again with your password.';
	const answers = {
		[signIn]: { twoFactorRedirect: true },
		[verifyTotp]: { refused: 400, code: 'auth/expired-action-code', message: tooLong },
	};
	const page = renderPage('/login', { ...guest, answers });
	await sendSignIn(page);
	await page.person.click(await screen.findByRole('button', { name: 'Start over' }));
	await sendSignIn(page);
	await screen.findByLabelText('Code from your authenticator app');
	await page.person.keyboard('123456{Enter}');
	await expectText(tooLong);
	expect(screen.getByLabelText('Email address')).toBeTruthy();
});

async function sendAdminLogin({ person }: ReturnType<typeof renderPage>): Promise<void> {
	await person.type(await screen.findByLabelText('Email'), 'builder@example.com');
	await person.type(screen.getByLabelText('Password'), PASSWORD);
	await person.click(button('Login'));
}

// spec: 4.admin-login, 8.login
test.each([
	['a wrong password', wrong, WRONG],
	['an error without a message', { refused: 500, code: undefined }, 'Login failed'],
	['the wrong role', {}, 'You are not an admin.'],
])('the admin login shows the refusal for %s', async (_why, answer, text) => {
	const page = renderPage('/admin/login', { ...guest, answers: { [signIn]: answer } });
	await sendAdminLogin(page);
	await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
	expect(page.router.state.location.pathname).toBe('/admin/login');
});

test('the admin login waits 5 s at most for the user record', async () => {
	vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
		ms === 5_000 ? AbortSignal.abort() : new AbortController().signal,
	);
	const page = renderPage('/admin/login', {
		...guest,
		answers: { [signIn]: {}, createUser: () => held().promise as never },
	});
	await sendAdminLogin(page);
	await expectText('You are not an admin.');
});

// spec: 2.admin-login, 5.admin-login
test('the admin login requires a valid email address and a password', async () => {
	const { person } = renderPage('/admin/login', guest);
	const email = await screen.findByLabelText<HTMLInputElement>('Email');
	expect([email.type, email.required, field('Password').required]).toEqual(['email', true, true]);
	await person.type(email, 'no address');
	expect(email.validity.typeMismatch).toBe(true);
});

test('shows sign-up errors at their fields and keeps the input', async () => {
	const taken = 'There is already an account with this email address.';
	const common = 'This password is too common.';
	const page = renderPage('/sign-up', guest);
	const send = async () => page.person.click(button('Create account'));
	await screen.findByRole('button', { name: 'Create account' });
	const name = screen.getByLabelText('Name', { exact: true });
	await send();
	await expectFocus(() => name);
	expect(describedBy(name)).toContain('Enter your name.');
	await expectText('Enter your date of birth.');
	await fillSignUp(page, 'no address', 'short');
	await waitFor(() => expect(screen.queryByText('Enter your name.')).toBeNull());
	await send();
	await expectFocus(() => field('Email address'));
	expect(describedBy(field('Email address'))).toContain('Enter a valid email address.');
	expect(describedBy(password())).toContain('Choose a password with at least 8 characters.');
	for (const [code, text, at] of [
		['weak-password', common, password],
		['email-already-in-use', taken, () => field('Email address')],
	] as const) {
		page.server.answers[signUp] = { refused: 400, code: `auth/${code}`, message: text };
		await fillSignUp(page);
		await send();
		await waitFor(() => expect(describedBy(at())).toContain(text));
		await expectFocus(at);
		expect(at().getAttribute('aria-invalid')).toBe('true');
		expect([password().value, field('Year').value, field('Month').value]).toEqual([PASSWORD, '2000', '2']);
	}
});

test('an offline sign-up keeps the form, and a double click then creates one account', async () => {
	const page = renderPage('/sign-up', { user: null, answers: { [signUp]: unreachable } });
	await fillSignUp(page);
	await page.person.click(button('Create account'));
	expect((await screen.findByRole('alert')).textContent).toBe(OFFLINE);
	page.server.answers[signUp] = {};
	page.server.requests.length = 0;
	await page.person.dblClick(button('Create account'));
	await waitFor(() => expect(page.router.state.location.pathname).toBe('/earn'));
	expect(page.server.requests.filter(({ name }) => name.endsWith(signUp))).toHaveLength(1);
	await expectText('open the link we sent to new@example.com');
});

test('the reset request does not reveal whether an account exists', async () => {
	const answers = { '/auth/request-password-reset': {} };
	const { person } = renderPage('/reset-password', { ...guest, answers });
	await person.click(await screen.findByRole('button', { name: 'Send the link' }));
	expect(describedBy(field('Email address'))).toContain('Enter your email address.');
	await person.type(field('Email address'), 'unknown@example.com');
	await person.click(button('Send the link'));
	await expectText("If there is an account for unknown@example.com, we've sent it a link.");
	await person.click(button('Use another address'));
	expect(field('Email address').value).toBe('');
});

// spec: bad-day.server
test('an unreachable server keeps the page, and a retry opens it', async () => {
	const { person, router } = renderPage('/withdraw-history', { state: { kind: 'unreachable' } });
	await screen.findByRole('heading', { name: 'No connection' });
	await person.click(button('Try again'));
	await screen.findByRole('heading', { name: 'Withdraw History' });
	expect(router.state.location.pathname).toBe('/withdraw-history');
});

test('a server without its database shows a wait message and the page continues automatically', async () => {
	const { router } = renderPage('/withdraw-history', { state: { kind: 'unreachable', isThere: true } });
	await screen.findByRole('heading', { name: 'One moment…' });
	expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
	await screen.findByRole('heading', { name: 'Withdraw History' });
	expect(router.state.location.pathname).toBe('/withdraw-history');
});

test('a user who is too young is refused without a hint of the reason', async () => {
	const sentence = 'We cannot make an account for you.';
	const tooYoung = { refused: 403, code: 'auth/too-young', message: sentence };
	const page = renderPage('/sign-up', { ...guest, answers: { [signUp]: tooYoung } });
	await screen.findByRole('button', { name: 'Create account' });
	expect(main().textContent).not.toMatch(/\b1[368]\b|older|under|years|\bage\b/i);
	await fillSignUp(page);
	await page.person.clear(field('Year'));
	await page.person.type(field('Year'), String(new Date().getUTCFullYear() - 9));
	await page.person.click(button('Create account'));
	await expectFocus(() => screen.getByRole('heading', { name: sentence }));
	expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
	expect(main().textContent).not.toMatch(/\d|older|under|years|\bage\b|birth/i);
	expect(page.server.requests.filter(({ name }) => name.endsWith(signUp))).toHaveLength(1);
});

const message = 'This link has already been used or is incomplete. Request a new one.';
const used = { refused: 400, code: 'auth/invalid-action-code', message };

test('a reset link says how long it works, and a used one leads to a new request', async () => {
	const answers = { '/auth/reset-password': used };
	const { person } = renderPage('/reset-password#code=c0de', { ...guest, answers });
	await person.type(await screen.findByLabelText('New password'), 'correct horse battery{Enter}');
	await expectText('Set it now: this link works for 30 minutes.');
	await person.click(await screen.findByRole('link', { name: 'Request a new link' }));
	await screen.findByLabelText('Email address');
	await expectText("We'll email you a link to confirm it's you.");
});

test('a used confirmation link says so and leads a guest to a new one', async () => {
	const { person } = renderPage('/verify-email#code=c0de', { ...guest, answers: { '/auth/verify-email': used } });
	await person.click(await screen.findByRole('button', { name: 'Confirm my email address' }));
	await waitFor(() => expect(document.activeElement?.textContent).toContain('This link has already been used'));
	const way = screen.getByRole('link', { name: 'Sign in to get a new link' });
	expect(way.getAttribute('href')).toBe('/login?next=/verify-email');
});

test.each([
	[false, 'Your email address is already confirmed.'],
	[true, "We've sent you a new email."],
])('a signed-in user can request a new verification link (sent: %s)', async (sent, text) => {
	const { person } = renderPage('/verify-email', { answers: { '/auth/send-verification-email': { sent } } });
	await person.click(await screen.findByRole('button', { name: 'Send a new link' }));
	await expectText(text);
});
