import { USERS_LIST_SIZE } from '../../../contract/limits.ts';
import { user } from '../../test/admin-answers.ts';
import { UID, unreachable } from '../../test/fake-server.ts';
import { act, fillDialog, openAdminPages, payloadsOf, rows, unavailable } from '../../test/open-admin.ts';
import { button, expectText, field, screen, textsOf, waitFor } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const MINUTE_MS = 60_000;

const userOf = (n: number, name: string | null, agoMs: number | null) => ({
	id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
	roblox_username: name,
	robux: 1,
	totalEarned: 10_000 - n,
	totalWithdrawn: 2.5,
	last_access: agoMs === null ? null : Date.now() - agoMs,
});

// spec: 2.users-controls, 2.users-columns
test('the users list shows missing names and last visits, and can be sorted and searched', async () => {
	const list = [
		userOf(1, 'builder', 0),
		userOf(2, null, null),
		userOf(3, 'mason', 5.5 * MINUTE_MS),
		userOf(4, 'Roofer', 3.5 * 60 * MINUTE_MS),
		userOf(5, 'rookie', 2.5 * 24 * 60 * MINUTE_MS),
	];
	const { person, router } = openAdmin('/admin/users', { adminGetUsers: list });
	const expectRows = (expected: RegExp[]) =>
		waitFor(() => expect(rows()).toEqual(expected.map((row) => expect.stringMatching(row))));
	await expectRows([
		/builder.*Just now/,
		/N\/A.*Never/,
		/mason.*5 minute\(s\)/,
		/Roofer.*3 hour\(s\)/,
		/rookie.*2 day\(s\)/,
	]);
	expect(rows()[0]).toContain('1.00 R$');
	const titles = 'Username,Robux,Total earned,Total withdrawn,Last Access,UUID';
	expect(textsOf('columnheader').join()).toBe(titles);
	const orders = screen.getByLabelText<HTMLSelectElement>('Order by');
	expect([...orders.options].map(({ text }) => text)).toEqual(['Robux earned', 'Last login']);
	expect(orders.value).toBe('totalEarned');
	await person.selectOptions(orders, 'Last login');
	await person.click(button('Apply filters'));
	await expectRows([/builder/, /mason/, /Roofer/, /rookie/, /N\/A/]);
	await person.type(field('Search user'), 'ROO{Enter}');
	await expectRows([/Roofer/, /rookie/]);
	await router.navigate('/admin');
	await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
	await router.navigate(-1);
	await expectRows([/Roofer/, /rookie/]);
	expect(field('Search user').value).toBe('ROO');
	await person.type(field('Search user'), 'nobody{Enter}');
	await expectText('No users found.');
});

// spec: 5.search
test('users who do not fit in one response are sorted, searched and paged by the server', async () => {
	const all = Array.from({ length: USERS_LIST_SIZE }, (_, n) => userOf(n, `all_${n}`, 0));
	const { person, server } = openAdmin('/admin/users', {
		'/data/users/count': { count: 12_345 },
		adminGetUsers: (request) => {
			if (!request) return all;
			const items = request.cursor ? [userOf(3, 'third', 0)] : [userOf(1, 'first', 0), userOf(2, 'second', 0)];
			return { items, nextCursor: request.cursor ? null : 'further' };
		},
	});
	const names = () => rows().map((row) => /first|second|third/.exec(row)?.[0]);
	const lastCall = () => payloadsOf(server, 'adminGetUsers').at(-1);
	await waitFor(() => expect(names()).toEqual(['first', 'second']));
	await expectText('This site has 12,345 users.');
	await expectText('the server sorts and searches the list');
	await person.click(button('Load more'));
	await waitFor(() => expect(names()).toEqual(['first', 'second', 'third']));
	expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
	expect(lastCall()).toMatchObject({ orderBy: 'totalEarned', search: '', cursor: 'further' });
	await person.selectOptions(screen.getByLabelText('Order by'), 'Last login');
	await person.type(field('Search user'), 'Ir');
	await person.click(button('Apply filters'));
	await waitFor(() => expect(lastCall()).toMatchObject({ orderBy: 'last_access', search: 'Ir' }));
	await waitFor(() => expect(names()).toEqual(['first', 'second']));
});

// spec: 5.search
test('5,000 users are searched and paged locally, and the page shows their number', async () => {
	const all = Array.from({ length: USERS_LIST_SIZE }, (_, n) => userOf(n, `all_${n}`, 0));
	const { person, server } = openAdmin('/admin/users', {
		'/data/users/count': { count: USERS_LIST_SIZE },
		adminGetUsers: (request) => (request ? { items: [] } : all),
	});
	await expectText('Showing 100 of 5,000.');
	await person.click(button('Load more'));
	await waitFor(() => expect(rows()).toHaveLength(200));
	await person.type(field('Search user'), 'ALL_499{Enter}');
	await waitFor(() => expect(rows()).toHaveLength(11));
	expect(rows().at(-1)).toContain('all_4999');
	expect(payloadsOf(server, 'adminGetUsers')).toEqual([null]);
});

test('an action whose response is lost keeps the input and is retried with the same request id', async () => {
	const { person, server } = openAdmin(`/admin/users/${UID}`, { adminGetUser: user, adminAdjustBalance: unavailable });
	const fields = { 'Amount in R$ (negative to deduct)': '7.50', Reason: 'A survey paid less than it said.' };
	const dialog = await act(person, 'Adjust balance', fields);
	await expectText("The server didn't confirm the change.", await dialog.findByRole('alert'));
	for (const [label, text] of Object.entries(fields)) expect(field(label).value).toBe(text);
	server.answers.adminAdjustBalance = unreachable as never;
	await fillDialog(person, { confirm: 'Adjust balance' });
	await waitFor(() => expect(payloadsOf(server, 'adminAdjustBalance')).toHaveLength(2));
	const [first, second] = payloadsOf(server, 'adminAdjustBalance');
	expect(second).toEqual(first);
});

test('filters by sign-up time and activity always query the server', async () => {
	const [since, until] = [Date.UTC(2026, 0), Date.UTC(2026, 1)];
	const { server } = openAdmin(`/admin/users?since=${since}&until=${until}&did=paid`, {
		adminGetUsers: (request) => (request ? { items: [userOf(1, 'paid', 0)] } : []),
	});
	await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/paid/)]));
	const sent = expect.objectContaining({ joined_from: since, joined_until: until, did: 'paid' });
	expect(payloadsOf(server, 'adminGetUsers')).toEqual([sent]);
	await expectText('Joined from');
	expect(screen.getByLabelText<HTMLSelectElement>('Activity').value).toBe('paid');
});
