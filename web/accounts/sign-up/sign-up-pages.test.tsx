import { expect, test } from 'vitest';
import { refusal, UID } from '../../test/fake-server.ts';
import { button, expectText, field, openPages, screen, textsOf, waitFor } from '../../test/render-page.tsx';

const renderPage = openPages();
const guest = { user: null };
const LINK = '/verify-email#code=c0de';
const confirm = '/auth/verify-email';
const used = {
	refused: 400,
	code: 'auth/invalid-action-code',
	message: 'This link has already been used or is incomplete. Request a new one.',
};

test('a user who is too young is refused without a hint of the reason', async () => {
	const sentence = 'We cannot make an account for you.';
	const tooYoung = { refused: 403, code: 'auth/too-young', message: sentence };
	const { person, server } = renderPage('/sign-up', { ...guest, answers: { '/auth/sign-up/email': tooYoung } });
	await screen.findByRole('button', { name: 'Create account' });
	expect(screen.getByRole('main').textContent).not.toMatch(/\b1[368]\b|older|under|years|\bage\b/i);
	const bornInChildhood = String(new Date().getUTCFullYear() - 9);
	for (const [label, text] of [
		['Name', 'Demo Person'],
		['Email address', 'new@example.com'],
		['Password', 'a long enough password'],
		['Day', '28'],
		['Year', bornInChildhood],
	] as const) {
		await person.type(screen.getByLabelText(label, { exact: true }), text);
	}
	await person.selectOptions(field('Month') as unknown as HTMLSelectElement, 'February');
	await person.click(button('Create account'));
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: sentence })));
	expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
	expect(screen.getByRole('main').textContent).not.toMatch(/\d|older|under|years|\bage\b|birth/i);
	expect(server.requests.filter(({ name }) => name.endsWith('/auth/sign-up/email'))).toHaveLength(1);
});

test('a user of Google who is too young sees only the refusal', async () => {
	const sentence = 'We cannot make an account for you.';
	const { person } = renderPage('/sign-up?step=age', {
		answers: {
			[`/data/users/${UID}`]: refusal('permission-denied', 'x', { reason: 'age-unknown' }),
			'/auth/age': { refused: 403, code: 'auth/too-young', message: sentence },
		},
	});
	await person.type(await screen.findByLabelText('Day'), '28');
	await person.selectOptions(field('Month') as unknown as HTMLSelectElement, 'February');
	await person.type(field('Year'), String(new Date().getUTCFullYear() - 9));
	await person.click(button('Continue'));
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: sentence })));
	expect(textsOf('heading', undefined, screen.getByRole('main'))).toEqual([sentence]);
	expect(document.body.textContent).not.toContain('signed out');
});

test('an opened confirmation link waits for a click, then leads a guest to sign in', async () => {
	const { person, server, router } = renderPage(LINK, {
		...guest,
		answers: { [confirm]: { email: 'new@example.com' } },
	});
	const opened = await screen.findByRole('button', { name: 'Confirm my email address' });
	expect(router.state.location.hash).toBe('');
	expect(server.requests.filter(({ name }) => name.endsWith(confirm))).toEqual([]);
	await person.click(opened);
	await expectText('new@example.com is confirmed.');
	expect(server.requests.find(({ name }) => name.endsWith(confirm))?.payload).toEqual({ code: 'c0de' });
	expect(screen.getByRole('main').querySelector('a')?.getAttribute('href')).toBe('/login');
});

test('a used confirmation link says so and leads a guest to a new one', async () => {
	const { person } = renderPage(LINK, { ...guest, answers: { [confirm]: used } });
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
