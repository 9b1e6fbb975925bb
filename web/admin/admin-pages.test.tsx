import { offerwall, user } from '../test/admin-answers.ts';
import { adminReads } from '../test/admin-reads.ts';
import { type Answers, account, example, refusal, UID } from '../test/fake-server.ts';
import {
	alertWith,
	fillDialog,
	openAdminPages,
	payloadsOf,
	rows,
	unavailable,
	unavailableFigure,
} from '../test/open-admin.ts';
import { expectText, openPages, screen, textsOf, waitFor, within } from '../test/render-page.tsx';
import { adminPages } from './pages.ts';

const renderPage = openPages();
const openAdmin = openAdminPages(renderPage);
const sources = import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

test('adminReads lists every call that the lists and cards of the admin area read', () => {
	const source = Object.entries(sources)
		.flatMap(([file, text]) => (file.includes('.test.') ? [] : text))
		.join('\n');
	const calls = source.matchAll(
		/(?:(?:useAdminQuery|useAdminPages|call)\(\s*'|call=")((?:adminGet|adminFind|get)\w+)['"]/g,
	);
	const addresses = source.matchAll(/readData\(\s*[`'](\/data\/[a-z/-]+)/g);
	const read = new Set([...calls, ...addresses].map(([, name = '']) => name));
	const listed = Object.values(adminReads).flat();
	const addressesOfOthers = ['/data/earnings/total', '/data/users/count', '/data/admin/export/'];
	const others = [...addressesOfOthers, 'adminGetWorkplace', 'adminGetSavedViews'];
	expect([...read].sort()).toEqual([...new Set([...listed.map(({ name }) => name), ...others])].sort());
});

const pathOf = (pattern: string) => pattern.replace(':uid', UID).replace(':order', 'W-1');

test.each(Object.entries(adminReads))(
	'a failed read at %s shows an error, can be retried, and leaves the rest of the page intact',
	async (pattern, reads) => {
		const refused = reads.map(({ name }) => [name, name.startsWith('/') ? unavailableFigure : unavailable]);
		const { server, person } = openAdmin(pathOf(pattern), Object.fromEntries(refused));
		for (const { name, error, shows, answer = example, after } of reads) {
			if (after) await person.click(await within(screen.getByRole('main')).findByText(after));
			const alert = await alertWith(error);
			expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
			expect(screen.getByRole('navigation', { name: 'Admin area' })).toBeTruthy();
			server.answers[name as '/'] = answer;
			await person.click(within(alert).getByRole('button', { name: 'Try again' }));
			await waitFor(() => expect(textsOf('alert').filter((text) => text.includes(error))).toEqual([]));
			await expectText(shows, screen.getByRole('main'));
		}
	},
);

// spec: 4.fresh-pages
test.each(Object.entries(adminReads))('a link back to %s reads the current data again', async (pattern, reads) => {
	const answers = Object.fromEntries(reads.map(({ name, answer = example }) => [name, answer]));
	const { server, person, router } = openAdmin(pathOf(pattern), answers);
	const countOf = (call: string) => server.requests.filter(({ name }) => name.endsWith(call)).length;
	const before = new Map<string, number>();
	for (const round of ['first', 'again']) {
		for (const { name, shows, after } of reads) {
			if (after) await person.click(await within(await screen.findByRole('main')).findByText(after));
			await waitFor(() => expect(countOf(name)).toBeGreaterThan(before.get(name) ?? 0));
			await expectText(shows, screen.getByRole('main'));
		}
		if (round === 'again') return;
		for (const { name } of reads) before.set(name, countOf(name));
		await router.navigate('/admin/export');
		await screen.findByRole('heading', { level: 1, name: 'Export' });
		await router.navigate(pathOf(pattern));
	}
});

const adminAddresses = [...adminPages.map(({ pattern }) => pattern.replace(/:\w+/, UID)), '/admin/no-such-page'];

// spec: 8.role
test.each(adminAddresses)(
	'a user who is not an admin sees nothing at %s and is told that the area is for staff',
	async (address) => {
		const { router, server } = renderPage(address);
		await screen.findByText('This area is for staff.');
		expect(router.state.location.pathname).toBe('/login');
		expect(server.requests.filter(({ name }) => /admin/i.test(name))).toEqual([]);
	},
);

test.each(adminAddresses)('a guest sees nothing at %s and is sent to the admin login', async (address) => {
	const { router, server } = renderPage(address, { user: null });
	await screen.findByRole('heading', { name: 'Admin Login' });
	expect(router.state.location.pathname).toBe('/admin/login');
	expect(server.requests.filter(({ name }) => /admin/i.test(name))).toEqual([]);
});

test('an admin session without the second factor asks for the code and then opens the admin area', async () => {
	const withApp = { ...account, twoFactor: { enabled: true, required: true, verified: false } };
	const notRight = { refused: 401, code: 'auth/invalid-verification-code', message: 'This code is not right.' };
	const answers = { '/auth/account': withApp, '/auth/two-factor/verify-totp': notRight };
	const { person, server } = openAdmin('/admin', answers);
	await screen.findByRole('heading', { level: 1, name: 'Second step' });
	await person.type(await screen.findByLabelText('Code from your authenticator app'), '000000{Enter}');
	await expectText('This code is not right.');
	server.answers['/auth/two-factor/verify-totp'] = {};
	server.answers['/auth/account'] = { ...withApp, twoFactor: { enabled: true, required: true, verified: true } };
	await person.keyboard('{Enter}');
	await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
});

test('an admin without a required authenticator app is sent to set it up', async () => {
	const without = { ...account, isAdmin: true, twoFactor: { enabled: false, required: true, verified: false } };
	const { router } = openAdmin('/admin', { '/auth/account': without });
	await expectText('Admins need an authenticator app here. Set it up in your account first.');
	expect(router.createHref(router.state.location)).toBe('/account#authenticator');
});

test('a test postback shows its outcome, which is unknown without a response', async () => {
	const answers = { adminSendTestPostback: unavailable, adminGetOfferwalls: [offerwall] };
	const { person, server } = openAdmin('/admin/offerwalls/wall', answers);
	await person.click(await screen.findByRole('button', { name: 'Send test postback' }));
	await expectText("The server didn't confirm the change.");
	server.answers.adminSendTestPostback = { verified: true, outcome: 'booked' };
	await person.click(screen.getByRole('button', { name: 'Send test postback' }));
	await expectText('Test postback verified (Booked). Nothing was booked.');
});

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

test('an entry of the action log shows the type of its reason, even without a note', async () => {
	const action = { id: '1', action: 'ban' };
	const items = [
		{ ...action, reason: 'Three in a minute.', reason_code: 'false-offers' },
		{ ...action, id: '2', reason_code: 'several-accounts' },
		{ ...action, id: '3', reason: 'A note alone.', reason_code: 'other' },
	];
	openAdmin('/admin/actions', { adminGetActions: { items, actions: ['ban'] } });
	await expectText('A note alone.');
	const expected = ['Fake completions: Three in a minute.', 'Multiple accounts', 'A note alone.'];
	for (const [n, text] of expected.entries()) expect(rows()[n]).toContain(text);
	expect(rows()[2]).not.toContain('Other');
});

test('the reason dialog accepts a note, a type, or both, and requires at least one', async () => {
	const standing = { uid: UID, paused_reason: 'x', changed: true };
	const { person, server } = openAdmin(`/admin/users/${UID}`, { adminGetUser: user, adminPauseUser: standing });
	for (const [kind, note] of [
		[undefined, 'A note.'],
		['Chargebacks', 'A note.'],
		['Chargebacks', undefined],
	]) {
		await person.click(await screen.findByRole('button', { name: 'Pause withdrawals' }));
		const dialog = await screen.findByRole('dialog');
		if (!kind) {
			await fillDialog(person, { confirm: 'Pause withdrawals' });
			await expectText('Enter a reason or choose a reason type.', dialog);
		}
		if (kind) await person.selectOptions(within(dialog).getByLabelText('Reason type'), kind);
		await fillDialog(person, { fields: note ? { Reason: note } : {}, confirm: 'Pause withdrawals' });
		await person.click(await within(dialog).findByRole('button', { name: 'Done' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	}
	const reasons = ['A note.', 'chargebacks: A note.', 'chargebacks'];
	expect(payloadsOf(server, 'adminPauseUser')).toEqual(reasons.map((reason) => ({ uid: UID, reason })));
});

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

test('an end that has passed cannot be cancelled', async () => {
	openAdmin('/admin/wind-down', { getWindDown: { ends_at: 2 } });
	await screen.findByRole('button', { name: 'Change date' });
	expect(screen.queryByRole('button', { name: 'Cancel the end' })).toBeNull();
});

test.each([
	[true, [true, false, false]],
	[false, [false, false, false]],
])(
	'with one owner who is not banned: %j, the buttons of that owner are disabled, with the reason',
	async (banned, off) => {
		const owner = { uid: UID, email: 'a@example.com', role: 'owner' as const };
		const staff = [owner, { ...owner, uid: '2', banned }, { ...owner, uid: '3', role: 'viewer' as const }];
		openAdmin('/admin/staff', { adminGetStaff: { staff, invites: [] } });
		for (const name of ['Remove', 'Change role']) {
			const buttons = await screen.findAllByRole<HTMLButtonElement>('button', { name });
			expect(buttons.map(({ disabled }) => disabled)).toEqual(off);
		}
		expect(rows().map((row) => row.includes('comYou'))).toEqual([true, false, false]);
		expect(rows().map((row) => row.includes('A site needs one owner. Invite a second one first.'))).toEqual(off);
	},
);
