import { type Answers, refusal, UID } from '../test/fake-server.ts';
import { openPages, screen, within } from '../test/render-page.tsx';

const renderPage = openPages();

test.each([
	['/admin/users/abc', 'adminGetUser', 'invalid-argument', 'No user has this ID.', 'All users', '/admin/users'],
	[`/admin/users/${UID}`, 'adminGetUser', 'not-found', 'No user has this ID.', 'All users', '/admin/users'],
	[
		'/admin/withdrawals/abc',
		'adminGetWithdrawal',
		'not-found',
		'No withdrawal has this order ID.',
		'All withdrawals',
		'/admin/withdrawals',
	],
] as const)(
	'at %s, which does not exist, the page says so and links back without a retry button',
	async (path, name, code, text, label, back) => {
		renderPage(path, { user: { role: 'Admin' }, answers: { [name]: refusal(code) } as Answers });
		const alert = await screen.findByRole('alert');
		expect(alert.textContent).toContain(text);
		expect(within(alert).getByRole('link', { name: label }).getAttribute('href')).toBe(back);
		expect(within(alert).queryByRole('button')).toBeNull();
	},
);
