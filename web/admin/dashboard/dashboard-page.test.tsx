import { adviceOn, alertNames } from '../../../contract/admin/alerts.ts';
import { refusal } from '../../test/fake-server.ts';
import { adminAnswers, openAdminPages } from '../../test/open-admin.ts';
import { button, expectText, field, openPages, screen, waitFor, within } from '../../test/render-page.tsx';
import { adminPageAt } from '../pages.ts';

const renderPage = openPages();

const openAdmin = openAdminPages(renderPage);

// spec: 2.pie-chart, 2.users-chart
test('the dashboard draws offerwall earnings as a pie and active users as a line', async () => {
	const { person } = openAdmin('/admin', {
		'/data/earnings/by-offerwall': [
			{ wall: 'one', name: 'Wall One', total: 30 },
			{ wall: 'two', name: 'Wall Two', total: 10 },
		],
		'/data/users/active': [
			{ day: '2026-11-20', count: 3 },
			{ day: '2026-11-21', count: 5 },
		],
	});
	const pie = await screen.findByRole('region', { name: 'Offerwall earnings' });
	await expectText('Wall One$30.00', pie);
	const parts = [...pie.querySelectorAll('circle')];
	expect(parts.map((part) => part.textContent)).toEqual(['Wall One: $30.00', 'Wall Two: $10.00']);
	expect(parts.map((part) => Number.parseFloat(part.getAttribute('stroke-dasharray') ?? ''))).toEqual([
		expect.closeTo(75, -0.5),
		expect.closeTo(25, -0.5),
	]);
	const line = screen.getByRole('region', { name: 'Active users' });
	await waitFor(() => expect(line.querySelectorAll('path').length).toBeGreaterThan(0));
	await person.click(within(pie).getByText('View as table'));
	await expectText('Wall Two$10.0025.0%', pie);
});

test('each key figure links to its rows, starting at the first day of the period, and the amount owed to the treasury', async () => {
	vi.useFakeTimers({ now: new Date(2026, 10, 22, 9), toFake: ['Date'] });
	openAdmin('/admin');
	const figures = within(await screen.findByRole('region', { name: 'Key figures' }));
	const hrefOf = (name: RegExp) => figures.getByRole('link', { name }).getAttribute('href');
	await figures.findByRole('link', { name: /Owed.*1,550\.00 R\$.*12\.3 days of cover/ });
	expect(hrefOf(/^Owed/)).toBe('/admin/treasury');
	expect(hrefOf(/^Earned/)).toBe('/admin/books?account=partner&from=2026-10-24');
	expect(hrefOf(/^Paid out/)).toBe('/admin/books?account=payouts:paid&from=2026-10-24');
	expect(hrefOf(/^Daily active users/)).toBe('/admin/users?orderBy=last_access&from=2026-10-24');
});

test('a cohort links to its users, and a day links to users who visited then or later', async () => {
	const cohorts = [{ month: '2026-02', users: 4, earners: 3, paid: 2, paidIn30Days: 1 }];
	const { person, router } = openAdmin('/admin/business', {
		adminGetBusiness: { cohorts, countedAt: 1 },
		'/data/users/active': [{ day: '2026-11-20', count: 3 }],
	});
	const linksIn = async (title: string) => {
		const card = await screen.findByRole('region', { name: title });
		await within(card).findAllByRole('link');
		return within(card)
			.getAllByRole('link')
			.map((link) => [link.textContent, link.getAttribute('href')]);
	};
	const joined = `/admin/users?since=${Date.UTC(2026, 1)}&until=${Date.UTC(2026, 2)}`;
	expect(await linksIn('From sign-up to payout')).toEqual([
		['4', joined],
		['3 (75.0%)', `${joined}&did=earned`],
		['2 (50.0%)', `${joined}&did=paid`],
		['1 (25.0%)', `${joined}&did=paid-in-30-days`],
	]);
	await router.navigate('/admin');
	const visits = await screen.findByRole('region', { name: 'Active users' });
	await person.click(await within(visits).findByText('View as table'));
	expect(await linksIn('Active users')).toEqual([['3', '/admin/users?orderBy=last_access&from=2026-11-20']]);
});

test.each([
	['Europe/Amsterdam', 'Europe/Amsterdam'],
	['UTC', 'UTC'],
	['Etc/Unknown', undefined],
	['+05:30', undefined],
	[undefined, undefined],
])("the charts read the browser's time zone %s as %s; without one they use UTC", async (timeZone, known) => {
	const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: timeZone as string };
	vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
	const { server } = openAdmin('/admin/business');
	const sent = () => server.requests.filter(({ name }) => name === 'adminGetBusiness').map(({ payload }) => payload);
	await waitFor(() => expect(sent()).toContainEqual({ days: 30, tz: known ?? 'UTC' }));
	expect(screen.queryByText(/^Days are in UTC/) === null).toBe(known !== undefined);
});

// spec: 4.admin-login
test('the admin login creates a record, ignores its failure, reads the role and opens the dashboard', async () => {
	const answers = { ...adminAnswers, '/auth/sign-in/email': {}, createUser: refusal('internal') };
	const { person, router, server } = renderPage('/admin/login', { user: null, answers });
	server.user = { ...server.user, role: 'Admin' };
	await screen.findByRole('heading', { level: 1, name: 'Admin Login' });
	await person.type(field('Email'), 'admin@example.com');
	await person.type(field('Password'), 'correct horse battery');
	await person.click(button('Login'));
	await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
	expect(router.state.location.pathname).toBe('/admin');
	const calls = server.requests.map(({ name }) => name);
	expect(calls.indexOf('createUser')).toBeGreaterThan(calls.indexOf('POST /auth/sign-in/email'));
});

test.each([
	[{ is_on: true, is_external: false }, "You're all caught up.", 'No backup has been verified yet.'],
	[{ is_on: false, is_external: true }, "You're all caught up.", 'Back up your own server where it runs'],
	[{ is_on: false, is_external: false }, 'Set them up', 'Backups are off. If this'],
])('with backups %j and no work, needs attention says: %s', async (backups, text, advice) => {
	openAdmin('/admin', {
		adminGetWaitingWork: {},
		adminGetPayoutAlerts: [],
		adminGetBackups: { ...backups, latest: null, proven: null },
	});
	const section = within(await screen.findByRole('region', { name: 'Needs attention' }));
	await section.findByText(text);
	await expectText(advice);
});

test.each(alertNames)('needs attention shows what to do about %s', async (kind) => {
	const { todo, page } = adviceOn(`${kind} one`);
	const alert = { kind, message: `It is ${kind}.`, raised_at: 1, todo, page };
	openAdmin('/admin', { adminGetWaitingWork: {}, adminGetPayoutAlerts: [alert] });
	const section = within(await screen.findByRole('region', { name: 'Needs attention' }));
	expect((await section.findByRole('alert')).textContent).toContain(`It is ${kind}. ${todo}`);
	expect(section.queryByText("You're all caught up.")).toBeNull();
	expect(adminPageAt(page.replace(/\?.*/, ''))).toBeDefined();
});
