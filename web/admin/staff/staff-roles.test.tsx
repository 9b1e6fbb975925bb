import { expect, test } from 'vitest';
import { user } from '../../test/admin-answers.ts';
import { account, UID } from '../../test/fake-server.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { expectText, screen, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();

test.each([
	['viewer', [], ['Export']],
	['support', ['Message', 'Sign out everywhere'], ['Export']],
	['fraud', ['Message', 'Pause withdrawals', 'Sign out everywhere', 'Ban'], []],
	['finance', ['Adjust balance'], []],
] as const)('menus and buttons match the role: %s', async (staffRole, has, lacks) => {
	openAdmin(`/admin/users/${UID}`, {
		adminGetUser: user,
		'/auth/account': { ...account, isAdmin: true, staffRole },
	});
	const group = within(await screen.findByRole('group', { name: 'Actions' }));
	expect(group.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(has);
	const sidebar = within(screen.getByRole('navigation', { name: 'Admin area' }));
	expect(sidebar.getByRole('link', { name: 'Users' })).toBeTruthy();
	for (const name of lacks) expect(sidebar.queryByRole('link', { name })).toBeNull();
});

test('an action that needs a second admin is reported as waiting, not as done', async () => {
	const { person } = openAdmin(`/admin/users/${UID}`, {
		adminGetUser: user,
		adminBanUser: { proposal: '00000000-0000-4000-8000-000000000009' },
	});
	await person.click(await screen.findByRole('button', { name: 'Ban' }));
	const dialog = within(await screen.findByRole('dialog'));
	await person.type(dialog.getByLabelText('Reason'), 'They asked for it.');
	await person.click(dialog.getByRole('button', { name: 'Ban' }));
	await expectText('Needs approval by a second admin');
	expect(dialog.queryByText('User banned.')).toBeNull();
});
