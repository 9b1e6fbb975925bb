import { button, expectText, field, openPages, screen, waitFor } from '../../test/render-page.tsx';

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
