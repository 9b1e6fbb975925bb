import { user } from '../../test/admin-answers.ts';
import { account, UID } from '../../test/fake-server.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { screen, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();

test.each([
	['viewer', [], ['Export']],
	['support', ['Message', 'Sign out everywhere'], ['Export']],
	['fraud', ['Message', 'Pause withdrawals', 'Sign out everywhere', 'Ban'], []],
	['finance', ['Adjust balance'], []],
] as const)('menus and buttons match the role: %s', async (staffRole, has, lacks) => {
	openAdmin(`/admin/users/${UID}`, { adminGetUser: user, '/auth/account': { ...account, isAdmin: true, staffRole } });
	const group = within(await screen.findByRole('group', { name: 'Actions' }));
	expect(group.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(has);
	const sidebar = within(screen.getByRole('navigation', { name: 'Admin area' }));
	expect(sidebar.getByRole('link', { name: 'Users' })).toBeTruthy();
	for (const name of lacks) expect(sidebar.queryByRole('link', { name })).toBeNull();
});
