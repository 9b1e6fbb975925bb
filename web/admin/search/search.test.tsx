import { forgetSession } from '../../lib/session-storage.ts';
import { refusal, UID } from '../../test/fake-server.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { expectFocus, screen, waitFor, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const anna = {
	kind: 'user',
	id: UID,
	title: 'Anna',
	subtitle: 'anna@example.com',
	path: `/admin/users/${UID}`,
} as const;
const order = {
	kind: 'withdrawal',
	id: 'W-1',
	title: 'W-1',
	subtitle: 'anna',
	path: '/admin/withdrawals/W-1',
} as const;
const found = ({ query }: { query: string }) => ({ items: query.startsWith('a') ? [anna, order] : [] });
const options = () => [...document.querySelectorAll('.search [role=option]')].map(({ textContent }) => textContent);

test('Ctrl K opens the search, which works by keyboard and stores opened results until the session ends', async () => {
	const { person, router } = openAdmin('/admin/logs', { adminSearch: found });
	await screen.findByRole('heading', { level: 1, name: 'Logs' });
	const dialog = await waitFor(async () => {
		await person.keyboard('{Control>}k{/Control}');
		return screen.getByRole('dialog', { name: 'Search' });
	});
	const box = within(dialog).getByRole('combobox');
	await expectFocus(() => box);
	expect(options()).toEqual([]);
	await person.keyboard('zz');
	await within(dialog).findByText('No results. Search looks at the start of names, emails and IDs.', {
		selector: '[role=status]',
	});
	await person.clear(box);
	for (const [typed, option] of [
		['treas', 'TreasuryWhat we owe and what partners owe us.Page'],
		['WALL', 'Wallwall · KiwiWallOfferwall'],
		['lowest marg', 'Lowest marginMoneySetting'],
	] as const) {
		await person.clear(box);
		await person.keyboard(typed);
		await waitFor(() => expect(options()).toEqual([option]));
	}
	await person.clear(box);
	await person.keyboard('axe');
	await waitFor(() => expect(options()[0]).toBe('Annaanna@example.com · Matches another IDUser'));
	await person.clear(box);
	await person.keyboard('ann');
	await waitFor(() => expect(options()).toHaveLength(2));
	expect(within(dialog).getByRole('option', { selected: true }).textContent).toContain('Anna');
	await person.keyboard('{ArrowDown}');
	expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: /W-1/ }).id);
	await person.keyboard('{ArrowDown}{Enter}');
	await waitFor(() => expect(router.state.location.pathname).toBe(anna.path));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

	await person.keyboard('/');
	await waitFor(() => expect(options()).toEqual(['Annaanna@example.comUser']));
	forgetSession();
	expect(localStorage.getItem('admin-recent-finds')).toBeNull();
});

test('Enter before the response opens a match of the current input, not of the previous one', async () => {
	const { person, router } = openAdmin('/admin/logs', { adminSearch: found });
	await person.click(await screen.findByRole('button', { name: 'Search' }));
	await person.type(await screen.findByRole('combobox', { name: 'Search' }), 'zz');
	await screen.findByText('No results. Search looks at the start of names, emails and IDs.', {
		selector: '[role=status]',
	});
	await person.keyboard('{Backspace}{Backspace}anna{Enter}');
	await waitFor(() => expect(router.state.location.pathname).toBe(anna.path));
});

test('a failed search shows an error and can be retried', async () => {
	const { person, server } = openAdmin('/admin/logs', { adminSearch: refusal('unavailable') });
	await person.click(await screen.findByRole('button', { name: 'Search' }));
	await person.type(await screen.findByRole('combobox', { name: 'Search' }), 'anna');
	const alert = await screen.findByRole('alert');
	expect(alert.textContent).toContain("Couldn't load results.");
	server.answers.adminSearch = found;
	await person.click(within(alert).getByRole('button', { name: 'Try again' }));
	await waitFor(() => expect(options()).toHaveLength(2));
});
