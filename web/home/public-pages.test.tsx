import { authCookies, LANGUAGE_COOKIE } from '../../contract/accounts/cookies.ts';
import { refusal } from '../test/fake-server.ts';
import { expectText, openPages, screen, textsOf, waitFor, within } from '../test/render-page.tsx';

const renderPage = openPages();
const guest = { user: null };

const legalPages = {
	'/privacy-policy': {
		title: 'Privacy policy',
		topics: [
			'email address',
			'Analytics',
			'Offerwall partners',
			'Location from your IP address',
			'is not for people under 13',
			'Cookies and sessions',
			'Security',
			'Transfer of data to the Netherlands',
			'Links to other sites',
			'Changes',
			'Contact',
		],
	},
	'/terms-of-service': {
		title: 'Terms of service',
		topics: [
			'We never ask for your Roblox password or cookie',
			'handoff from our mobile app, with email and password, or with a Google account',
			'Lying in surveys is not allowed',
			'No manipulation',
			'Three or more chargebacks lead to an automatic ban',
			'alternate accounts is promocode abuse and leads to a manual ban',
			'Liability',
			'your balance covers the amount',
			'your Roblox account is not banned there',
			'your earnings are legitimate',
			'five days',
			'Changes',
		],
	},
};

// spec: 2.effective-date, 2.privacy-topics, 2.terms-topics, 9.claim-period
test.each(Object.entries(legalPages))(
	"%s shows the reader's current date and every topic",
	async (path, { title, topics }) => {
		vi.setSystemTime(new Date('2027-02-03T12:00:00'));
		renderPage(path, guest);
		expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
		await expectText('Effective date: February 3, 2027');
		for (const topic of topics) expect(screen.getByRole('article').textContent).toContain(topic);
	},
);

test.each([
	['/accessibility', 'Accessibility', 'WCAG) 2.2 at level AA'],
	['/data-retention', 'Data retention', 'Kept for 182 days. Deleted by the job forget-notices.'],
])('%s is published with a contact', async (path, title, text) => {
	renderPage(path, guest);
	expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
	expect(screen.getByRole('article').textContent).toContain(text);
	expect(screen.getByRole('link', { name: 'support@lootpass.example' })).toBeTruthy();
});

test('links of the terms name the page they lead to', async () => {
	renderPage('/terms-of-service', guest);
	const links = within(await screen.findByRole('article')).getAllByRole('link');
	expect(links.slice(0, 2).map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
		'privacy policy /privacy-policy',
		'write to us about your account /appeal',
	]);
});

// spec: 2.cookies
test('the privacy policy lists every cookie, and stored data with its retention period', async () => {
	renderPage('/privacy-policy', guest);
	const lines = textsOf('listitem', undefined, await screen.findByRole('article'));
	expect(lines).toContain('Notifications we sent you. Kept for 182 days.');
	expect(lines).toContainEqual(expect.stringMatching(/^Backups .*Usually kept for 14 days\.$/));
	const listed = (name: string) => lines.filter((line) => line.startsWith(`${name} `)).length;
	for (const name of [...authCookies, LANGUAGE_COOKIE]) expect(listed(name), name).toBe(1);
});

test('the footer leads to the other offered languages', async () => {
	renderPage('/terms-of-service', guest);
	const footer = await screen.findByRole('contentinfo');
	expect(textsOf('button', undefined, footer)).toEqual(['Deutsch']);
});

// spec: open.home
test('the home page explains the service, its steps, the age limit and common questions', async () => {
	renderPage('/', guest);
	expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
		'Earn Robux with offers. Withdraw through your own game pass.',
	);
	const main = screen.getByRole('main');
	const [first, second] = within(main).getAllByRole('link');
	expect([first, second].map((link) => [link?.textContent, link?.getAttribute('href')])).toEqual([
		['Start earning', '/sign-up'],
		['Withdraw Robux', '/login'],
	]);
	for (const step of ['Complete offers and surveys', 'Confirm your game', 'Withdraw']) {
		await screen.findByRole('heading', { level: 3, name: step });
	}
	await expectText('For your Roblox password', main);
	await expectText('You must be at least 13 years old', main);
	const answer = screen.getByText(/^We send your withdrawal as soon as you request it\./);
	expect(answer.closest('details')?.open).toBe(false);
	screen.getByText('When do I get paid?').click();
	expect(answer.closest('details')?.open).toBe(true);
});

test.each([
	[{ paidOut: 0, offersToday: 3, recentPayouts: [], offers: [] }, ['3'], 'The first payout will show up here.'],
	[
		{ paidOut: 1234567.5, offersToday: 42, recentPayouts: [{ name: 'r••••', amount: 50, paid_at: 1 }], offers: [] },
		['1,234,567.50 R$', '42'],
		/r••••50\.00 R\$/,
	],
])('the home page shows the figures of the ledger: %j', async (getPublicStats, figures, payouts) => {
	renderPage('/', { ...guest, answers: { getPublicStats } });
	const proof = await screen.findByRole('region', { name: 'Happening now' });
	await waitFor(() => expect(textsOf('definition', undefined, proof)).toEqual(figures));
	await expectText(payouts, proof);
});

test('the home page of a new site shows no zero figures and no offers', async () => {
	const { server } = renderPage('/', {
		...guest,
		answers: { getPublicStats: { paidOut: 0, offersToday: 0, recentPayouts: [], offers: [] } },
	});
	await waitFor(() => expect(server.requests.some(({ name }) => name === 'getPublicStats')).toBe(true));
	await waitFor(() => expect(screen.queryByText('Happening now')).toBeNull());
	await waitFor(() => expect(screen.queryByText('Offers right now')).toBeNull());
	await screen.findByText('How it works');
});

test('the home page shows offers with their rewards and links guests to sign-up', async () => {
	const offers = ['Island farm', 'Quick survey', 'Space trader'].map((title, n) => ({
		...{ title, reward: 1_000 * n + 12.5, category: 'game' as const, picture: null },
	}));
	const getPublicStats = { paidOut: 0, offersToday: 0, recentPayouts: [], offers };
	renderPage('/', { ...guest, answers: { getPublicStats } });
	const section = await screen.findByRole('region', { name: 'Offers right now' });
	await waitFor(() =>
		expect(textsOf('link', undefined, section)).toEqual([
			'Island farmGames12.50 R$',
			'Quick surveyGames1,012.50 R$',
			'Space traderGames2,012.50 R$',
		]),
	);
	expect(within(section).getAllByRole('link')[0]?.getAttribute('href')).toBe('/sign-up');
});

test('the home page shows no figures when they cannot be loaded', async () => {
	renderPage('/', { ...guest, answers: { getPublicStats: refusal('internal') } });
	await expectText("Couldn't load the live figures.");
	expect(screen.queryByText('Paid out so far')).toBeNull();
});

test('an unknown page shows a not-found message to guests and users', async () => {
	for (const user of [null, {}]) {
		const { router } = renderPage('/no-such-page', { user });
		expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe("This page doesn't exist");
		router.dispose();
		document.body.replaceChildren();
	}
});

test.each([
	['IP Geolocation by DB-IP', 'https://db-ip.com'],
	['CC BY 4.0 by Example', null],
])('the privacy policy credits the source of the country data: %s, with the link %s', async (text, url) => {
	const getPublicStatus = { at: 0, wrong: [], country_data: { text, url }, reply_hours: null };
	renderPage('/privacy-policy', { ...guest, answers: { getPublicStatus } });
	await expectText(text);
	expect(screen.queryByRole('link', { name: text })?.getAttribute('href') ?? null).toBe(url);
});
