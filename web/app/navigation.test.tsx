import { ADMIN_ROLE } from '../../contract/limits.ts';
import { openPages, screen, textsOf, waitFor, within } from '../test/render-page.tsx';

const openPage = openPages();
const logo = () => screen.getByRole('link', { name: 'Lootpass' }).getAttribute('href');
const current = (nav: HTMLElement) =>
	within(nav)
		.getAllByRole('link')
		.filter((link) => link.getAttribute('aria-current') === 'page')
		.map(({ textContent }) => textContent);

test.each([
	['/earn', 'Earn'],
	['/withdraw', 'Withdraw'],
	['/withdraw-history', 'History'],
	['/Offer-History/', 'History'],
	['/account', 'Account'],
])('at %s the navigation marks %s as current', async (path, name) => {
	openPage(path);
	const nav = await screen.findByRole('navigation', { name: 'Main' });
	expect(textsOf('link', undefined, nav)).toEqual(['Earn', 'Withdraw', 'History', 'Account']);
	expect(current(nav)).toEqual([name]);
	expect(logo()).toBe(path === '/withdraw' ? '/admin' : '/');
	expect(screen.queryByRole('link', { name: 'Admin Panel' })).toBeNull();
});

// spec: 2.menu-admin
test('the logo and the account menu lead staff to the admin area', async () => {
	openPage('/offer-history', { user: { role: ADMIN_ROLE } });
	await screen.findByRole('navigation', { name: 'Main' });
	await waitFor(() => expect(logo()).toBe('/admin'));
	expect(screen.getByRole('link', { name: 'Admin Panel' }).getAttribute('href')).toBe('/admin');
});

test('a guest on a public page has no navigation, and the logo leads home', async () => {
	openPage('/terms-of-service', { user: null });
	await screen.findByRole('article');
	expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
	expect(logo()).toBe('/');
});
