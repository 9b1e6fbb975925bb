import { cleanup } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { USERS_LIST_SIZE } from '../../contract/limits.ts';
import { session, sessionHint } from '../app/visitor.ts';
import { type Answers, account, away, refusal, UID } from '../test/fake-server.ts';
import { button, field, openPages, says, screen, textsOf, waitFor, within } from '../test/render-page.tsx';
import { adminReads, user } from './admin-reads.ts';

const renderPage = openPages();
const sources = import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const MINUTE_MS = 60_000;
const admin = { role: 'Admin' };
const noItems = { items: [], nextCursor: null };
const unavailable = refusal('unavailable');
const unavailableFigure = () => new Response(JSON.stringify(unavailable.toBody()), { status: 503 });

/** What any page of the admin area may ask beside what a test is about. */
const usual: Answers = {
	...Object.fromEntries(
		Object.values(adminReads).flatMap((addresses) =>
			Object.values(addresses).flatMap((reads) => reads.map(({ name, answer }) => [name, answer])),
		),
	),
	'/data/earnings/total': { total: 12.5 },
	'/data/users/count': { count: 7 },
};

const openAdmin = (path: string, answers: Answers = {}) =>
	renderPage(path, { user: admin, answers: { ...usual, ...answers } });
const alertWith = (said: string) =>
	waitFor(() => {
		const alert = screen.getAllByRole('alert').find(({ textContent }) => textContent.includes(said));
		if (!alert) throw new Error(`nothing says ${said}`);
		return alert;
	});
const rows = () => [...document.querySelectorAll('main tbody tr')].map(({ textContent }) => textContent ?? '');

test('every list and card of the admin area has a line about what it says when it cannot be read', () => {
	const source = Object.entries(sources)
		.flatMap(([file, text]) => (file.includes('.test.') ? [] : text))
		.join('\n');
	const calls = source.matchAll(/(?:(?:useAdminQuery|useAdminPages|call)\(\s*'|call=")(admin(?:Get|Find)\w+)['"]/g);
	const addresses = source.matchAll(/readData\(\s*[`'](\/data\/[a-z/-]+)/g);
	const read = new Set([...calls, ...addresses].map(([, name = '']) => name));
	const listed = Object.values(adminReads).flatMap((places) => Object.values(places).flat());
	const others = ['/data/earnings/total', '/data/users/count', '/data/admin/export/'];
	expect([...read].sort()).toEqual([...new Set([...listed.map(({ name }) => name), ...others])].sort());
});

describe.each(Object.entries(adminReads))('of %s', (_place, addresses) => {
	test.each(Object.entries(addresses))(
		'what cannot be read at %s says so, is read again when asked, and leaves the rest as it is',
		async (pattern, reads) => {
			const refused = reads.map(({ name }) => [name, name.startsWith('/') ? unavailableFigure : unavailable]);
			const path = pattern.replace(':uid', UID).replace(':order', 'W-1');
			const { server, person } = openAdmin(path, Object.fromEntries(refused));
			for (const { name, said, shows, answer, after } of reads) {
				if (after) await person.click(within(screen.getByRole('main')).getByText(after));
				const alert = await alertWith(said);
				expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
				expect(screen.getByRole('navigation', { name: 'Admin area' })).toBeTruthy();
				server.answers[name as '/'] = answer;
				await person.click(within(alert).getByRole('button', { name: 'Try again' }));
				await waitFor(() => expect(textsOf('alert').filter((text) => text.includes(said))).toEqual([]));
				await says(shows, screen.getByRole('main'));
			}
		},
	);
});

const adminAddresses = [
	'/admin',
	'/admin/users',
	`/admin/users/${UID}`,
	'/admin/fraud',
	'/admin/actions',
	'/admin/logs',
	'/admin/withdrawals',
	'/admin/withdrawals/W-NONE',
	'/admin/offerwalls',
	'/admin/promo-codes',
	'/admin/staff',
	'/admin/export',
	'/admin/no-such-page',
];

test('every page of the admin area is among its addresses', () => {
	const table = sources['./admin-pages.route.tsx'] ?? '';
	const patterns = [...table.matchAll(/pattern: '([^']+)'/g)].map(([, pattern = '']) => pattern);
	expect(patterns).toContain('/admin/users/:uid');
	for (const pattern of patterns) {
		const asAddress = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`);
		expect(
			adminAddresses.filter((address) => asAddress.test(address)),
			pattern,
		).toHaveLength(1);
	}
});

test.each(adminAddresses)('who is no admin sees nothing at %s, and is sent to sign in', async (address) => {
	const { router, server } = renderPage(address);
	await screen.findByRole('heading', { name: 'Sign in via the mobile app' });
	expect(router.state.location.pathname).toBe('/login');
	expect(server.asked.filter(({ name }) => /admin/i.test(name))).toEqual([]);
});

test.each(adminAddresses)('a guest sees nothing at %s, and is sent to the admin login', async (address) => {
	const { router, server } = renderPage(address, { user: null });
	await screen.findByRole('heading', { name: 'Admin Login' });
	expect(router.state.location.pathname).toBe('/admin/login');
	expect(server.asked.filter(({ name }) => /admin/i.test(name))).toEqual([]);
});

test('an admin whose session lacks the second step gives the code, and then comes in', async () => {
	const withApp = { ...account, twoFactor: { enabled: true, required: true, verified: false } };
	const notRight = { refused: 401, code: 'auth/invalid-verification-code', message: 'This code is not right.' };
	const answers = { '/auth/account': withApp, '/auth/two-factor/verify-totp': notRight };
	const { person, server } = openAdmin('/admin', answers);
	await screen.findByRole('heading', { level: 1, name: 'Second step' });
	await person.type(await screen.findByLabelText('Code from your authenticator app'), '000000{Enter}');
	await says('This code is not right.');
	server.answers['/auth/two-factor/verify-totp'] = {};
	server.answers['/auth/account'] = { ...withApp, twoFactor: { enabled: true, required: true, verified: true } };
	await person.keyboard('{Enter}');
	await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
});

test('where every admin needs the app, one without it is sent to set it up', async () => {
	const without = { ...account, isAdmin: true, twoFactor: { enabled: false, required: true, verified: false } };
	const { router } = openAdmin('/admin', { '/auth/account': without });
	await says('Admins need an authenticator app here. Set it up in your account first.');
	expect(router.createHref(router.state.location)).toBe('/account#authenticator');
});

const figure = (card: string, label: string) => {
	const region = screen.getByRole('region', { name: card });
	const refresh = within(region).getByRole('button', { name: `Refresh ${card}: ${label}` });
	return { refresh, text: () => refresh.closest('dd')?.textContent };
};

test('the figures of today load by themselves and are kept; others when asked; all reset when they cannot be loaded', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const { person, server, router } = openAdmin('/admin');
	await waitFor(() => expect(figure('Earnings', 'Today').text()).toBe('$12.50'));
	await says('Account funds pay the withdrawals');
	const sidebar = screen.getByRole('navigation', { name: 'Admin area' });
	for (const entry of ['Dashboard', 'Users', 'Fraud check', 'Recent actions', 'Logs']) {
		expect(within(sidebar).getByRole('link', { name: entry })).toBeTruthy();
	}
	await waitFor(() => expect(figure('Users', 'Today').text()).toBe('7'));
	const others = [
		['Earnings', 'This month', '€Click refresh', '$12.50'],
		['Earnings', 'Total', '€Click refresh', '$12.50'],
		['Users', 'Total', 'Click refresh', '7'],
	] as const;
	for (const [card, label, empty, loaded] of others) {
		expect(figure(card, label).text()?.replaceAll(' ', '')).toBe(empty.replaceAll(' ', ''));
		figure(card, label).refresh.focus();
		await person.keyboard('{Enter}');
		await waitFor(() => expect(figure(card, label).text()).toBe(loaded));
	}
	for (const address of ['/data/earnings/total', '/data/users/count'] as const)
		server.answers[address] = unavailableFigure;
	await router.navigate('/admin/users');
	await screen.findByRole('heading', { level: 1, name: 'Users' });
	await router.navigate('/admin');
	await waitFor(() => expect(figure('Earnings', 'Today').text()).toBe('$12.50'));
	expect(figure('Users', 'Today').text()).toBe('7');
	for (const [card, label, empty] of [
		...others,
		['Earnings', 'Today', '€Click refresh'],
		['Users', 'Today', 'Click refresh'],
	] as const) {
		await person.click(figure(card, label).refresh);
		await waitFor(() => expect(figure(card, label).text()?.replaceAll(' ', '')).toBe(empty.replaceAll(' ', '')));
	}
	// What was kept before does not come back as if it had been loaded.
	const asked = () => server.asked.filter(({ name }) => name === 'GET /data/earnings/total').length;
	const before = asked();
	await router.navigate('/admin/users');
	await screen.findByRole('heading', { level: 1, name: 'Users' });
	await router.navigate('/admin');
	await waitFor(() => expect(asked()).toBeGreaterThan(before));
	expect(figure('Earnings', 'Today').text()).toBe('€ Click refresh');
	expect(figure('Users', 'Today').text()).toBe('Click refresh');
});

test('the figures that are kept leave the browser with the session, and with another sign-in', async () => {
	const keptKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('admin-'));
	for (const end of [session.signOut, async () => sessionHint.set()]) {
		openAdmin('/admin');
		await waitFor(() => expect(keptKeys()).toHaveLength(2));
		await end();
		expect(keptKeys()).toEqual([]);
		cleanup();
	}
});

const userOf = (n: number, name: string | null, agoMs: number | null) => ({
	id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
	roblox_username: name,
	robux: 1,
	totalEarned: 10_000 - n,
	totalWithdrawn: 2.5,
	last_access: agoMs === null ? null : Date.now() - agoMs,
});

test('the users list says who has no name, and when each was here last; it is ordered and searched', async () => {
	// In the middle of their minute, hour and day, so that the time that this takes makes no difference.
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
	expect(textsOf('columnheader')).toEqual([
		'Username',
		'Robux',
		'Total earned',
		'Total withdrawn',
		'Last Access',
		'UUID',
	]);
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
	await says('No users found.');
});

test('more users than one answer takes are ordered, searched and paged by the server, and look the same', async () => {
	const all = Array.from({ length: USERS_LIST_SIZE }, (_, n) => userOf(n, `all_${n}`, 0));
	const { person, server } = openAdmin('/admin/users', {
		'/data/users/count': { count: 12_345 },
		adminGetUsers: (asked) => {
			if (!asked) return all;
			const items = asked.cursor ? [userOf(3, 'third', 0)] : [userOf(1, 'first', 0), userOf(2, 'second', 0)];
			return { items, nextCursor: asked.cursor ? null : 'further' };
		},
	});
	const names = () => rows().map((row) => /first|second|third/.exec(row)?.[0]);
	const lastAsked = () => server.asked.filter(({ name }) => name === 'adminGetUsers').at(-1)?.payload;
	await waitFor(() => expect(names()).toEqual(['first', 'second']));
	await says('This site has 12,345 users.');
	await says('here the server orders and searches all of them');
	await person.click(button('Load more'));
	await waitFor(() => expect(names()).toEqual(['first', 'second', 'third']));
	expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
	expect(lastAsked()).toMatchObject({ orderBy: 'totalEarned', search: '', cursor: 'further' });
	await person.selectOptions(screen.getByLabelText('Order by'), 'Last login');
	await person.type(field('Search user'), 'Ir');
	await person.click(button('Apply filters'));
	await waitFor(() => expect(lastAsked()).toMatchObject({ orderBy: 'last_access', search: 'Ir' }));
	await waitFor(() => expect(names()).toEqual(['first', 'second']));
});

test('5,000 users are ordered and searched on the page, all of them can be reached, and it says how many there are', async () => {
	const all = Array.from({ length: USERS_LIST_SIZE }, (_, n) => userOf(n, `all_${n}`, 0));
	const { person, server } = openAdmin('/admin/users', {
		'/data/users/count': { count: USERS_LIST_SIZE },
		adminGetUsers: (asked) => (asked ? { items: [], nextCursor: null } : all),
	});
	await says('100 of 5,000 are shown.');
	await person.click(button('Load more'));
	await waitFor(() => expect(rows()).toHaveLength(200));
	await person.type(field('Search user'), 'ALL_499{Enter}');
	await waitFor(() => expect(rows()).toHaveLength(11));
	expect(rows().at(-1)).toContain('all_4999');
	expect(server.asked.filter(({ name }) => name === 'adminGetUsers').map(({ payload }) => payload)).toEqual([null]);
});

test('a further page that cannot be read leaves what is there, and the filter is whole again with the list', async () => {
	const action = (id: string) => ({
		...{ id, at: 1, actor: null, action: 'ban', user: null, reason: `Reason ${id}.`, reason_code: 'other' },
		...{ before: null, after: null, ip: null, more: {} },
	});
	const { person, server } = openAdmin('/admin/actions', { adminGetActions: unavailable });
	const tryAgain = async () =>
		within(await alertWith('The actions could not be read.')).getByRole('button', { name: 'Try again' });
	const retry = await tryAgain();
	server.answers.adminGetActions = { items: [action('2')], nextCursor: 'further', actions: ['ban'] };
	await person.click(retry);
	await says('Reason 2.');
	const choice = screen.getByLabelText<HTMLSelectElement>('Action', { exact: true });
	expect([...choice.options].map(({ text }) => text)).toEqual(['All actions', 'Ban']);
	server.answers.adminGetActions = unavailable;
	await person.click(button('Load more'));
	const again = await tryAgain();
	await says('Reason 2.');
	server.answers.adminGetActions = { items: [action('1')], nextCursor: null, actions: ['ban'] };
	again.focus();
	await person.keyboard('{Enter}');
	await says('Reason 1.');
	expect(rows()).toHaveLength(2);
	expect(screen.queryByRole('alert')).toBeNull();
});

const entry = (id: number) => ({
	...{ id: String(id), at: id, source: 'vendor' as const, what: `step ${id}`, outcome: 'done', user: null },
	...{ order_id: 'W-1', network: null, device: null, note: null, took_ms: null },
});

test('a log that is followed says when it no longer can be, and goes on by itself', async () => {
	const { person, server } = openAdmin('/admin/logs', { adminGetLog: noItems });
	await says('Nothing of this kind happened.');
	server.answers.adminGetLog = unavailable;
	await person.click(screen.getByLabelText('Follow live'));
	await alertWith('The log could not be read.');
	server.answers.adminGetLog = ({ after }) => ({ items: after === '0' ? [entry(1)] : [], nextCursor: null });
	await says('step 1');
	await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('an admin who follows a log in which much happens at once misses nothing of it', async () => {
	const { person, server } = openAdmin('/admin/logs', { adminGetLog: noItems });
	await says('Nothing of this kind happened.');
	server.answers.adminGetLog = ({ after, cursor, limit }) => {
		const from = Number(cursor ?? 120);
		const wanted = limit ?? 25;
		const since = Number(after ?? 0);
		const items = Array.from({ length: Math.max(0, Math.min(wanted, from - since)) }, (_, n) => entry(from - n));
		return { items, nextCursor: from - wanted > since ? String(from - wanted) : null };
	};
	await person.click(screen.getByLabelText('Follow live'));
	for (const shown of [50, 100]) {
		await waitFor(() => expect(rows()).toHaveLength(shown));
		await person.click(button('Load more'));
	}
	await waitFor(() => expect(rows()).toHaveLength(120));
	expect(rows()[0]).toContain('step 120');
	expect(rows().at(-1)).toContain('step 1');
});

test('an export that is refused says so, and can be asked for again', async () => {
	const { person, server } = openAdmin('/admin/export', { '/data/admin/export/actions.csv': unavailableFigure });
	await person.click(await screen.findByRole('button', { name: 'Download Actions' }));
	await alertWith('The export broke off. What was saved is not complete.');
	server.answers['/data/admin/export/actions.csv'] = () => new Response('id\n1\n');
	vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
	await person.click(button('Download Actions'));
	await says('Saved actions.csv');
	expect(screen.queryByRole('alert')).toBeNull();
});

test('an action whose answer is lost keeps what was typed, and is asked for again by the same id', async () => {
	const { person, server } = openAdmin(`/admin/users/${UID}`, {
		adminGetUser: user as never,
		adminAdjustBalance: unavailable,
	});
	await person.click(await screen.findByRole('button', { name: 'Adjust balance' }));
	const dialog = within(await screen.findByRole('dialog'));
	await person.type(await dialog.findByLabelText(/^Amount in R\$/), '7.50');
	await person.type(dialog.getByLabelText(/^Reason/), 'A survey paid less than it said.');
	const adjust = dialog.getByRole('button', { name: 'Adjust balance' });
	await person.click(adjust);
	await says('No answer came that tells whether it was done.', await dialog.findByRole('alert'));
	expect(dialog.getByLabelText<HTMLInputElement>(/^Amount in R\$/).value).toBe('7.50');
	expect(dialog.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('A survey paid less than it said.');
	server.answers.adminAdjustBalance = away as never;
	await person.click(adjust);
	await waitFor(() => expect(server.asked.filter(({ name }) => name === 'adminAdjustBalance')).toHaveLength(2));
	const [first, second] = server.asked.filter(({ name }) => name === 'adminAdjustBalance');
	expect(second).toEqual(first);
});

test('a test postback whose answer is lost says so', async () => {
	const settings = { enabled: true, minAge: 13, holdHours: 0 };
	const wall = {
		...{ ...settings, id: 'wall', partner: 'wannads', partnerName: 'Wannads', name: 'Wall', inFile: settings },
		...{ keys: { secret: true, pathKey: false, allowedIps: 0 }, rate: null, strength: 'full' as const },
		...{
			hasAddress: true,
			findings: [],
			callbackUrl: 'http://x',
			callbacks: { total: 0, byOutcome: [], lastAt: null },
		},
	};
	const answers = { adminSendTestPostback: unavailable, adminGetOfferwalls: [wall] };
	const { person } = openAdmin('/admin/offerwalls', answers);
	await person.click(await screen.findByRole('button', { name: 'Send a test postback' }));
	await says('No answer came that tells whether it was done.');
});
