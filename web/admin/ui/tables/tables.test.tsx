import { UID } from '../../../test/fake-server.ts';
import { act, openAdminPages } from '../../../test/open-admin.ts';
import { expectFocus, screen, waitFor } from '../../../test/render-page.tsx';
import { timesOf } from './date-range.tsx';
import { shownRows } from './shown-rows.ts';

const openAdmin = openAdminPages();
const person = (n: number, name: string | null) => ({
	id: `00000000-0000-4000-8000-00000000000${n}`,
	roblox_username: name,
	robux: -1.5,
	totalEarned: 1_234.5,
});
const people = [person(1, '=HYPERLINK("x")'), person(2, null), person(3, 'third')];
const focusedRow = () => document.activeElement?.closest('tr')?.textContent ?? '';

test('j and k move between rows, Enter opens one, and typing in a field triggers nothing', async () => {
	const { person: hand, router } = openAdmin('/admin/users', { adminGetUsers: people });
	await screen.findByText('third');
	await hand.keyboard('j');
	expect(focusedRow()).toContain('=HYPERLINK');
	await hand.keyboard('jjj');
	expect(focusedRow()).toContain('third');
	await hand.keyboard('k');
	expect(focusedRow()).toContain('N/A');
	await hand.type(screen.getByLabelText('Search user'), 'jk');
	expect(screen.getByLabelText<HTMLInputElement>('Search user').value).toBe('jk');
	await expectFocus(() => screen.getByLabelText('Search user'));
	(document.activeElement as HTMLElement).blur();
	await hand.keyboard('j{Enter}');
	await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/users/${people[0]?.id}`));
});

test('the CSV contains the visible rows, with formulas escaped', async () => {
	const created = vi.fn((_file: Blob) => 'blob:x');
	Object.assign(URL, { createObjectURL: created, revokeObjectURL: () => {} });
	const { person: hand } = openAdmin('/admin/users', { adminGetUsers: people });
	await screen.findByText('third');
	const table = document.querySelector('table') as HTMLTableElement;
	const [head, first, second] = shownRows(table).split('\r\n');
	expect(head).toBe('Username,Robux,Total earned,Total withdrawn,Last Access,UUID');
	expect(first?.startsWith(`"'=HYPERLINK(""x"")",`)).toBe(true);
	expect(second).toContain(`"1,234.50 R$"`);
	await hand.click(screen.getByRole('button', { name: 'Export CSV' }));
	await waitFor(() => expect(created).toHaveBeenCalled());
	expect(await created.mock.calls[0]?.[0].text()).toBe(shownRows(table));
});

test('clicking an id copies it to the clipboard', async () => {
	const { person: hand } = openAdmin(`/admin/users/${UID}`);
	await hand.click(await screen.findByRole('button', { name: UID }));
	await screen.findByText('Copied.');
	expect(await navigator.clipboard.readText()).toBe(UID);
});

test('the date range and the order are in the URL and are sent with the request', async () => {
	const {
		person: hand,
		server,
		router,
	} = openAdmin('/admin/actions?from=2026-11-01&to=2026-11-02', { adminGetActions: {} });
	const calls = () =>
		server.requests
			.filter(({ name, payload }) => name === 'adminGetActions' && (payload as { limit?: number }).limit !== 1)
			.at(-1)?.payload;
	const range = { from: new Date(2026, 10, 1).getTime(), until: new Date(2026, 10, 3).getTime() };
	await waitFor(() => expect(calls()).toMatchObject(range));
	expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('2026-11-02');
	await hand.selectOptions(screen.getByLabelText('Order by'), 'oldest');
	await hand.click(screen.getByRole('button', { name: 'Apply filters' }));
	await waitFor(() => expect(calls()).toMatchObject({ ...range, order: 'oldest' }));
	expect(router.state.location.search).toContain('orderBy=oldest');
});

test('a column header shows its sort order, and clicking another header sorts by it', async () => {
	const { person: hand, router } = openAdmin('/admin/users?search=b', {
		adminGetUsers: [person(1, 'b1'), { ...person(2, 'b2'), last_access: 5 }],
	});
	await screen.findByText('b2');
	const head = (name: string) => screen.getByRole('columnheader', { name });
	expect(head('Total earned').getAttribute('aria-sort')).toBe('descending');
	await hand.click(screen.getByRole('link', { name: 'Last Access' }));
	await waitFor(() => expect(head('Last Access').getAttribute('aria-sort')).toBe('descending'));
	expect(head('Total earned').getAttribute('aria-sort')).toBeNull();
	expect(router.state.location.search).toBe('?search=b&orderBy=last_access');
	expect(screen.getAllByRole('row')[1]?.textContent).toContain('b2');
});

test('a saved view keeps the filters of its page under a name, is applied and removed', async () => {
	const { person: hand, router, server } = openAdmin('/admin/users?search=b', { adminGetUsers: people });
	const view = { page: '/admin/users', name: 'With b', query: 'search=b' };
	await router.navigate('/admin/users?show=all');
	await waitFor(() => expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull());
	await router.navigate('/admin/users?search=b');
	const other = { page: '/admin/fraud', name: 'Elsewhere', query: '' };
	Object.assign(server.answers, { adminSaveView: [view, other], adminRemoveView: [other] });
	await act(hand, 'Save view', { Name: 'With b' });
	await screen.findByText('View “With b” saved.');
	server.answers.adminGetSavedViews = [view, other];
	await hand.click(screen.getByRole('button', { name: 'Done' }));
	const field = await screen.findByLabelText<HTMLSelectElement>('Saved view');
	await waitFor(() => expect([...field.options].map(({ text }) => text)).toEqual(['None', 'With b']));
	await hand.selectOptions(field, 'None');
	await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove view' })).toBeNull());
	expect(router.state.location.search).toBe('');
	await hand.selectOptions(screen.getByLabelText('Saved view'), 'With b');
	await waitFor(() => expect(router.state.location.search).toBe('?search=b'));
	server.answers.adminGetSavedViews = [other];
	await hand.click(await screen.findByRole('button', { name: 'Remove view' }));
	await screen.findByText('View “With b” removed.');
	const sent = server.requests
		.filter(({ name }) => /^admin(Save|Remove)View$/.test(name))
		.map(({ payload }) => payload);
	expect(sent).toEqual([view, { page: view.page, name: view.name }]);
});

test('on a phone the filters unfold, count what is set, and fold again when applied', async () => {
	const { person: hand } = openAdmin('/admin/users?orderBy=last_access&search=t&from=2020-01-01', {
		adminGetUsers: [{ ...people[2], last_access: Date.now() }],
	});
	await screen.findByText('third');
	const fold = screen.getByRole('button', { name: 'Filters (2)' });
	const isOpen = () => [fold.getAttribute('aria-expanded'), filters?.classList.contains('hidden')];
	const filters = document.getElementById(fold.getAttribute('aria-controls') ?? '');
	expect(isOpen()).toEqual(['false', true]);
	await hand.click(fold);
	expect(isOpen()).toEqual(['true', false]);
	await hand.clear(screen.getByLabelText('Search user'));
	await hand.click(screen.getByRole('button', { name: 'Apply filters' }));
	await expectFocus(() => screen.getByRole('button', { name: 'Filters (1)' }));
	expect(isOpen()).toEqual(['false', true]);
});

test('a range of days covers whole days in the local time zone', () => {
	const { from = 0, until = 0 } = timesOf({ from: '2026-11-22', to: '2026-11-22' });
	expect(new Date(from)).toEqual(new Date(2026, 10, 22));
	expect(new Date(until)).toEqual(new Date(2026, 10, 23));
	expect(timesOf({ to: '2026-12-31' })).toEqual({ until: new Date(2027, 0, 1).getTime() });
});

test.each([{}, { from: '' }, { from: 'yesterday', to: '22.11.2026' }, { from: '1970-01-01' }])(
	'ignores the invalid range %j',
	(filter) => expect(timesOf(filter)).toEqual({}),
);
