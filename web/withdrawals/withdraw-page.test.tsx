import { fireEvent } from '@testing-library/react';
import type { CallError } from '../../contract/errors.ts';
import { account, limits, refusal, UID, unreachable } from '../test/fake-server.ts';
import {
	button,
	expectText,
	field,
	held,
	openPages,
	screen,
	stopTime,
	textsOf,
	waitFor,
	within,
} from '../test/render-page.tsx';

const renderPage = openPages();
const submitted = { id: '1', order_id: 'W-1', status: 'Pending', amount: 50, price: 71 } as const;
const DONE = 'Withdrawal submitted successfully!';
const gameNamed = (Name: string, PlaceID: number) => ({ Name, PlaceID, UniverseID: PlaceID, ThumbnailUrl: null });

const submit = () => within(screen.getByRole('main')).getByRole<HTMLButtonElement>('button', { name: 'Withdraw' });
const gameChoice = () => screen.getByLabelText<HTMLSelectElement>('Game');
const games = () => [...gameChoice().options].map(({ text }) => text);

async function fillIn(amount: string, visit: Parameters<typeof renderPage>[1] = {}) {
	const page = renderPage('/withdraw', visit);
	await waitFor(() => expect(gameChoice().disabled).toBe(false));
	if (amount) await page.person.type(field('Amount'), amount);
	return page;
}

// spec: 5.price
test.each([
	['50', '50', '71'],
	['100', '100', '143'],
	['5', '5', '7'],
	['1500', '1500', '2,143'],
	['99999', '1500', '2,143'],
	['4', '5', '7'],
	['-20', '5', '7'],
	['12abc', '12', '17'],
])('the amount %s is clamped to 5–1500 as %s, at a pass price of %s', async (typed, clamped, price) => {
	const { person } = await fillIn(typed);
	await person.tab();
	expect(field('Amount').value).toBe(clamped);
	await expectText(`Required pass price: ${price} R$`);
	await person.clear(field('Amount'));
	expect(screen.queryByText(/Required pass price/)).toBeNull();
});

const sent = ({ server }: Awaited<ReturnType<typeof fillIn>>) =>
	server.requests.flatMap(({ name, payload }) =>
		name === 'processWithdrawal' ? [(payload as { amount: number }).amount] : [],
	);

// spec: 5.amount-range
test.each(['3', '0', '-7', '4.5'])(
	'Enter after %s changes the amount to 5 with a hint, and the next Enter sends it',
	async (typed) => {
		const page = await fillIn(typed, { answers: { processWithdrawal: submitted } });
		expect(field('Amount').value).toBe(typed);
		await page.person.keyboard('{Enter}');
		await waitFor(() => expect(field('Amount').value).toBe('5'));
		const hint = document.getElementById(field('Amount').getAttribute('aria-describedby') ?? '');
		expect(hint?.getAttribute('aria-live')).toBe('polite');
		await expectText('Set to 5 R$, the minimum. Required pass price: 7 R$', hint as HTMLElement);
		expect(submit().disabled).toBe(false);
		await page.person.keyboard('{Enter}');
		await expectText(DONE);
		expect(sent(page)).toEqual([5]);
	},
);

test('an amount below the minimum stays unchanged while the field has the focus', async () => {
	const { person } = await fillIn('');
	const letPass = stopTime();
	fireEvent.change(field('Amount'), { target: { value: '1' } });
	await letPass(60_000);
	expect(field('Amount').value).toBe('1');
	vi.useRealTimers();
	await person.type(field('Amount'), '0');
	expect(field('Amount').value).toBe('10');
});

test('a click does not submit an amount that blur just corrected; the next click does', async () => {
	const page = await fillIn('3', { answers: { processWithdrawal: submitted } });
	await page.person.click(submit());
	await expectText('Set to 5 R$, the minimum.');
	expect([field('Amount').value, submit().disabled]).toEqual(['5', false]);
	await page.person.click(submit());
	await expectText(DONE);
	expect(sent(page)).toEqual([5]);
});

test('an amount above 1500 becomes 1500 at once, with a hint', async () => {
	await fillIn('1501');
	await expectText('Set to 1,500 R$, the maximum. Required pass price: 2,143 R$');
});

// spec: 1.chat-link, 2.withdraw-page, 2.withdraw-form, 7.external-links
test('the page shows its headings, tiles, links and games, with the first game selected', async () => {
	await fillIn('', { answers: { getRobloxGames: [gameNamed('First Harbor', 1), gameNamed('Second Harbor', 2)] } });
	expect(games()).toEqual(['First Harbor', 'Second Harbor']);
	expect(gameChoice().value).toBe('1');
	const all = screen.getByRole('main');
	const headings = ['Withdraw Robux', 'Pass payout', 'Prepare your pass', 'Need help?'];
	expect(textsOf('heading', undefined, all)).toEqual(headings);
	expect(textsOf('term', undefined, all)).toEqual(['Balance', expect.stringMatching(/^Stock/)]);
	const main = within(all);
	for (const name of ['Open the creation dashboard', 'Open the community chat']) {
		expect(main.getByRole('link', { name }).getAttribute('href')).toMatch(/^http/);
	}
	const logo = within(screen.getByRole('banner')).getByRole('link', { name: 'Lootpass' });
	expect(logo.getAttribute('href')).toBe('/admin');
	expect([...logo.children].map(({ textContent }) => textContent)).toEqual(['Loot', 'pass']);
});

test('a double click sends one request', async () => {
	const { person, server } = await fillIn('50', { answers: { processWithdrawal: submitted } });
	await person.dblClick(submit());
	await expectText(DONE);
	expect(server.requests.filter(({ name }) => name === 'processWithdrawal')).toHaveLength(1);
});

test('a slow withdrawal shows after 8 s that the request is safe', async () => {
	const answer = held<typeof submitted>();
	await fillIn('50', { answers: { processWithdrawal: () => answer.promise } });
	const letPass = stopTime();
	fireEvent.click(submit());
	await letPass(7_900);
	expect(document.body.textContent).not.toContain('This is taking longer');
	await letPass(100);
	expect(document.body.textContent).toContain('This is taking longer than usual. Your request is safe');
	vi.useRealTimers();
	answer.release(submitted);
	await expectText(DONE);
});

const passes = [{ id: 1, name: 'Supporter pass 70', price: 70 }];
const NO_PASS =
	'No pass was found in the selected game at the set price. Check that the universe has a pass and that the amount matches.';
const REGIONAL_PRICING = 'The game pass has Regional Pricing enabled. Turn it off on the game platform';
const UNAVAILABLE = "Roblox isn't responding. Nothing was taken from your balance. Try again in a minute.";
const TOO_OFTEN = 'Too many tries. Try again in 40 seconds.';

const PROXY = /^The server can't be reached. Check your connection and try again.Trying again is safe[^.]*.$/;

// spec: 8.no-pass, 8.regional-pricing, bad-day.429
test.each<[string, CallError | typeof unreachable | (() => Response), string | RegExp, boolean]>([
	['no matching pass', refusal('not-found', 'x', { passes }), NO_PASS, true],
	[
		'a game without passes',
		refusal('not-found', 'x', { passes: [] }),
		`${NO_PASS}This game has no pass on sale.`,
		true,
	],
	['no pass, without a list of others', refusal('not-found', 'x'), `${NO_PASS}Check again`, true],
	['a 404 of a proxy', () => new Response('<html>', { status: 404 }), PROXY, false],
	['regional pricing', refusal('failed-precondition', 'x'), REGIONAL_PRICING, true],
	['an unavailable platform', refusal('unavailable', UNAVAILABLE), UNAVAILABLE, false],
	['a rate limit', refusal('resource-exhausted', TOO_OFTEN), TOO_OFTEN, false],
	['an error without a message', refusal('internal'), 'Failed to submit withdrawal', false],
	['an unreachable server', unreachable, /The server can't be reached.*Trying again is safe/, false],
])(
	'a withdrawal refused for %s shows the reason and can be retried with the same request',
	async (reason, answer, text, canCheck) => {
		const { person, server } = await fillIn('50', { answers: { processWithdrawal: answer as CallError } });
		await person.click(submit());
		const alert = await screen.findByRole('alert');
		await expectText(text, alert);
		if (reason === 'no matching pass')
			expect(textsOf('listitem', undefined, alert)).toEqual(['Supporter pass 7070 R$Withdraw 49 R$ with this pass']);
		expect(field('Amount').value).toBe('50');
		expect(screen.queryByRole('button', { name: 'Check again' }) !== null).toBe(canCheck);
		server.answers.processWithdrawal = submitted;
		await person.click(canCheck ? button('Check again') : submit());
		await expectText(DONE);
		const [first, second] = server.requests.filter(({ name }) => name === 'processWithdrawal');
		expect(second).toEqual(first);
	},
);

test('the form reports missing or invalid fields without a request', async () => {
	const { person, server } = await fillIn('');
	await person.click(submit());
	expect((await screen.findByRole('alert')).textContent).toBe('Please fill in all fields');
	await person.type(field('Amount'), '7.5');
	await person.click(submit());
	await expectText('Amount must be a whole number');
	expect(server.requests.filter(({ name }) => name === 'processWithdrawal')).toEqual([]);
});

// spec: 8.no-games, bad-day.no-game
test('a game account without games cannot withdraw, and the page says why', async () => {
	const { person } = renderPage('/withdraw', { answers: { getRobloxGames: [] } });
	await expectText('No games found for this user.', await screen.findByRole('alert'));
	expect(screen.getByRole('link', { name: 'How to fix this' }).getAttribute('href')).toBe('/help#no-games');
	expect(gameChoice().disabled).toBe(true);
	await person.type(field('Amount'), '50');
	await person.click(submit());
	await expectText('Please fill in all fields');
});

// spec: 8.platform
test.each([
	['getRobloxUser', 'Failed to fetch Roblox user ID'],
	['getRobloxGames', 'Failed to load Roblox games.'],
] as const)('a failing %s shows an error and can be retried', async (call, text) => {
	const { person, server } = renderPage('/withdraw', { answers: { [call]: refusal('unavailable', 'away') } });
	await expectText(text, await screen.findByRole('alert'));
	delete server.answers[call];
	server.answers.getRobloxUser = { userId: 7, avatarUrl: null };
	server.answers.getRobloxGames = [gameNamed('Harbor', 1)];
	await person.click(button('Try again'));
	await waitFor(() => expect(gameChoice().disabled).toBe(false));
	expect(screen.queryByRole('alert')).toBeNull();
});

test('a balance below the minimum shows a link to the offers, until it is high enough', async () => {
	const { server } = await fillIn('', {
		user: { robux: 4.99 },
		answers: { getWithdrawLimits: { ...limits, balance: 4.99 } },
	});
	expect((await screen.findByRole('link', { name: 'Earn R$ first' })).getAttribute('href')).toBe('/earn');
	server.push('user', { ...server.user, robux: 5 });
	await waitFor(() => expect(screen.queryByRole('link', { name: 'Earn R$ first' })).toBeNull());
});

test('a pause that starts while the page is open replaces the form with its reason', async () => {
	const pauseText = 'we are looking at your last offers.';
	const pausedReason = `Withdrawals are paused for your account: ${pauseText}`;
	const paused = refusal('permission-denied', pausedReason, { reason: 'paused' });
	const { person, server } = await fillIn('50', { answers: { processWithdrawal: paused } });
	server.answers['/auth/account'] = { ...account, pausedReason, pausedWhy: { message: pauseText } };
	await person.click(submit());
	await expectText(pausedReason, screen.getByRole('main'));
	await waitFor(() => expect(screen.queryByLabelText('Amount')).toBeNull());
	await expectText('120.00 R$', screen.getByRole('main'));
});

// spec: 4.games-refresh
test('a new game appears when the user returns to the page and when the games are reloaded', async () => {
	const { person, server } = await fillIn('', { answers: { getRobloxGames: [gameNamed('Harbor', 1)] } });
	server.answers.getRobloxGames = [gameNamed('Harbor', 1), gameNamed('New Harbor', 2)];
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 });
	window.dispatchEvent(new Event('focus'));
	await waitFor(() => expect(games()).toEqual(['Harbor', 'New Harbor']));
	server.answers.getRobloxGames = [gameNamed('Newest Harbor', 3)];
	await person.click(button('Reload games'));
	await waitFor(() => expect(games()).toEqual(['Newest Harbor']));
	expect(gameChoice().value).toBe('3');
	server.answers.getRobloxGames = refusal('unavailable');
	await person.click(await screen.findByRole('button', { name: 'Reload games' }));
	await expectText('Failed to load Roblox games.');
	expect(games()).toEqual(['Newest Harbor']);
});

const record = `/data/users/${UID}` as const;

// spec: 8.offline
test.each([
	['refused', refusal('internal'), "Couldn't load your account."],
	['refused with a message', refusal('unavailable', 'Come back in a minute.'), 'Come back in a minute.'],
	['unreachable', unreachable, 'Failed to get document because the client is offline'],
])('a user document that is %s shows the error and can be loaded again', async (_how, answer, text) => {
	const { person, server } = renderPage('/withdraw', { answers: { [record]: answer } });
	const alert = await screen.findByRole('alert');
	await expectText(text, alert);
	const main = within(screen.getByRole('main'));
	expect(main.getAllByRole('definition')[0]?.textContent).toBe('–');
	delete server.answers[record];
	await person.click(button('Try again'));
	await waitFor(() => expect(main.getAllByRole('definition')[0]?.textContent).toBe('120.00 R$'));
	await waitFor(() => expect(gameChoice().disabled).toBe(false));
	expect(screen.queryByRole('alert')).toBeNull();
});

const signInLink = (part: HTMLElement) => within(part).getByRole('link', { name: 'Sign in' }).getAttribute('href');

// spec: 5.signed-out, 8.not-logged-in, 8.signed-out
test('a session that ends on the page keeps the form and shows the error on submit', async () => {
	const { person, router, server } = await fillIn('50', { answers: { processWithdrawal: refusal('unauthenticated') } });
	server.answers['/auth/token'] = { refused: 401, code: 'auth/invalid-user-token' };
	await person.click(submit());
	await expectText('You must be logged in to withdraw', await screen.findByRole('alert'));
	expect(signInLink(screen.getByRole('alert'))).toBe('/login?next=%2Fwithdraw');
	await expectText('Your session has ended.');
	expect([router.state.location.pathname, field('Amount').value]).toEqual(['/withdraw', '50']);
	expect(document.body.textContent).not.toContain('120.00 R$');
	await person.click(submit());
	await expectText('Not logged in', screen.getByRole('alert'));
	expect(signInLink(screen.getByRole('alert'))).toBe('/login?next=%2Fwithdraw');

	await person.click(button('Change the account we pay'));
	const dialog = await screen.findByRole('dialog');
	await person.type(within(dialog).getByLabelText('Username'), 'mason{Enter}');
	await person.click(await within(dialog).findByRole('button', { name: 'Yes' }));
	await expectText('You must be logged in', dialog);
	expect(signInLink(dialog)).toBe('/login?next=/withdraw');

	await router.navigate('/withdraw-history');
	await screen.findByRole('heading', { level: 1, name: /^Earn Robux/ });
	expect(router.state.location.pathname).toBe('/');
});

test('shows the balance with quick amounts up to all of it, and updates live', async () => {
	const { person, server } = await fillIn('', { user: { robux: 570.75 } });
	await expectText('You have 570.75 R$');
	expect(textsOf('button', undefined, screen.getByRole('group', { name: 'Quick choices' }))).toEqual([
		'10',
		'50',
		'100',
		'500',
		'Max',
	]);
	await person.click(button('Max, 570 R$'));
	expect(field('Amount').value).toBe('570');
	await expectText('Required pass price: 814 R$');
	server.push('user', { ...server.user, robux: 4 });
	await expectText('You have 4.00 R$');
	expect(screen.queryByRole('button', { name: /^Max/ })).toBeNull();
});

test('checks the pass without a withdrawal, and again when the window gets the focus', async () => {
	const { person, server } = await fillIn('50', { answers: { checkPass: refusal('failed-precondition', 'x') } });
	await person.click(button('Check my pass'));
	await expectText(REGIONAL_PRICING, await screen.findByRole('alert'));
	expect(screen.getByRole('link', { name: 'How to fix this' }).getAttribute('href')).toBe('/help#regional-pricing');
	server.answers.checkPass = { price: 71 };
	vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6_000);
	window.dispatchEvent(new Event('focus'));
	await expectText('Your pass is on sale for 71 R$');
	expect(server.requests.some(({ name }) => name === 'processWithdrawal')).toBe(false);
	await person.type(field('Amount'), '{Backspace}');
	expect(screen.queryByText(/Your pass is on sale/)).toBeNull();
});

test('a pass with another price can be used for the amount it pays out', async () => {
	const { person, server } = await fillIn('50', {
		answers: {
			processWithdrawal: refusal('not-found', 'x', { passes: [...passes, { id: 2, name: 'Odd', price: 72 }] }),
		},
	});
	await person.click(submit());
	await person.click(await screen.findByRole('button', { name: 'Withdraw 49 R$ with this pass' }));
	await waitFor(() => expect(sent({ server } as never)).toEqual([50, 49]));
	expect(field('Amount').value).toBe('49');
});

test('while payouts are off, a notice above the form says so', async () => {
	await fillIn('', { answers: { getWithdrawLimits: { ...limits, payouts_on: false } } });
	const text = await screen.findByText(/Withdrawals are turned off right now/);
	expect(text.compareDocumentPosition(field('Amount')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('offers a gift card with its value where the method is on', async () => {
	const methods = [{ method: 'gift-card' as const, usd_per_thousand: 4.5, amount_min: 50 }];
	const answers = { getWithdrawLimits: { ...limits, methods }, requestPayout: { ...submitted, price: 0.45 } };
	const { person, server } = await fillIn('', { answers });
	const card = within(await screen.findByRole('region', { name: 'Gift cards' }));
	await person.type(card.getByLabelText('Amount'), '100');
	expect(card.getByText('$0.45').tagName).toBe('STRONG');
	await person.click(card.getByRole('button', { name: 'Get gift card' }));
	await card.findByText(/^Gift card requested/);
	const sent = server.requests.find(({ name }) => name === 'requestPayout')?.payload;
	expect(sent).toEqual({ method: 'gift-card', amount: 100, requestId: expect.any(String) });
});

test('a pause and its end reach the open page', async () => {
	const { server } = await fillIn('50');
	server.answers['/auth/account'] = { ...account, pausedReason: 'We check.', pausedWhy: { message: 'We check.' } };
	const latest = (kind: string) => ({ id: 1, created_at: 0, is_read: false, kind, data: { reason: 'We check.' } });
	server.push('notice', { unread: 1, latest: latest('paused') });
	await expectText('Withdrawals are paused for your account: We check.', screen.getByRole('main'));
	server.answers['/auth/account'] = account;
	server.push('notice', { unread: 1, latest: latest('resumed') });
	await waitFor(() => expect(screen.queryByLabelText('Amount')).not.toBeNull());
});

const withdrawn = { id: '1', order_id: 'W-1', status: 'Pending', amount: 50, created_at: Date.now() } as const;
const failed = { ...withdrawn, status: 'Failed', is_refunded: true, failed_because: 'regional-pricing' } as const;
const FAILED =
	'Your withdrawal failed. The full amount is back in your balance.Regional Pricing was on for the pass. Turn';

test('a failure replaces the success message with its reason and the next step', async () => {
	const { person, server } = await fillIn('50', { answers: { processWithdrawal: submitted } });
	server.answers.getWithdrawHistory = { items: [withdrawn] };
	await person.click(submit());
	await expectText(DONE);
	server.push('withdrawal', failed);
	await expectText(FAILED);
	expect(document.body.textContent).not.toContain('submitted successfully');
});

test.each([
	[3, true],
	[8, false],
])('a failure %i days ago is shown on a later visit: %s', async (days, isShown) => {
	const items = [{ ...failed, created_at: Date.now() - days * 86_400_000 }];
	await fillIn('', { answers: { getWithdrawHistory: { items } } });
	if (isShown) await expectText(FAILED);
	else expect(document.body.textContent).not.toContain('Your withdrawal failed');
});

test('the wait for stock is announced before the withdrawal, also after a check of the pass', async () => {
	const stock = { direct: 20, network: 90_000 };
	const { person } = await fillIn('50', {
		answers: { getWithdrawLimits: { ...limits, stock }, checkPass: { price: 71 } },
	});
	await expectText('Your withdrawal waits its turn');
	await person.click(button('Check my pass'));
	await expectText('Your pass is on sale for 71 R$');
	await expectText('Your withdrawal waits its turn');
});
