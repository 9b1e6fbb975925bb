import { fireEvent } from '@testing-library/react';
import type { CallError } from '../../../contract/errors.ts';
import { limits, refusal, unreachable } from '../../test/fake-server.ts';
import { DONE, gameChoice, gameNamed, games, openWithdrawPage, submit, submitted } from '../../test/open-withdraw.ts';
import { button, expectText, field, held, screen, stopTime, textsOf, waitFor } from '../../test/render-page.tsx';

const { fillIn, renderPage } = openWithdrawPage();

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
		const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
		const { person, server } = await fillIn('50', { answers: { processWithdrawal: answer as CallError } });
		await person.click(submit());
		const alert = await screen.findByRole('alert');
		expect(submit().nextElementSibling).toBe(alert.parentElement);
		expect(scroll.mock.contexts).toEqual([alert.parentElement]);
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

test('offers quick amounts up to all of the balance, and updates them live', async () => {
	const { person, server } = await fillIn('', { user: { robux: 570.75 } });
	const choices = await screen.findByRole('group', { name: 'Quick choices' });
	expect(textsOf('button', undefined, choices)).toEqual(['10', '50', '100', '500', 'Max']);
	await expectText('Up to 570 R$ now');
	await person.click(button('Max, 570 R$'));
	expect(field('Amount').value).toBe('570');
	await expectText('Required pass price: 814 R$');
	server.push('user', { ...server.user, robux: 4 });
	await expectText('Up to 0 R$ now');
	expect(screen.queryByRole('button', { name: /^Max/ })).toBeNull();
	expect(screen.getByRole('link', { name: 'Earn R$ first' }).closest('form')).not.toBeNull();
});

test('checks the pass without a withdrawal, and again when the window gets the focus', async () => {
	const { person, server } = await fillIn('50', { answers: { checkPass: refusal('failed-precondition', 'x') } });
	await expectText("You receive 50 R$. We cover Roblox's 30%. Roblox releases it after 3 to 7 days.");
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
	const found = { passes: [...passes, { id: 2, name: 'Odd', price: 72 }] };
	const page = await fillIn('50', { answers: { processWithdrawal: refusal('not-found', 'x', found) } });
	await page.person.click(submit());
	await page.person.click(await screen.findByRole('button', { name: 'Withdraw 49 R$ with this pass' }));
	await waitFor(() => expect(sent(page)).toEqual([50, 49]));
	expect(field('Amount').value).toBe('49');
});

test('the wait for stock is announced before the withdrawal, also after a check of the pass', async () => {
	const stock = { direct: 20, network: 90_000 };
	const answers = { getWithdrawLimits: { ...limits, stock }, checkPass: { price: 71 } };
	const { person } = await fillIn('50', { answers });
	await expectText('Your withdrawal waits its turn');
	await person.click(button('Check my pass'));
	await expectText('Your pass is on sale for 71 R$');
	await expectText('Your withdrawal waits its turn');
});
