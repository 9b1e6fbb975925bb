import { account, limits, refusal, UID, unreachable } from '../test/fake-server.ts';
import { DONE, gameChoice, gameNamed, games, openWithdrawPage, submit, submitted } from '../test/open-withdraw.ts';
import { button, expectText, field, screen, textsOf, waitFor, within } from '../test/render-page.tsx';

const { fillIn, renderPage } = openWithdrawPage();

// spec: 1.chat-link, 2.withdraw-page, 2.withdraw-form, 7.external-links
test('the page shows its headings, tiles, links and games, with the first game selected', async () => {
	await fillIn('', { answers: { getRobloxGames: [gameNamed('First Harbor', 1), gameNamed('Second Harbor', 2)] } });
	expect(games()).toEqual(['First Harbor', 'Second Harbor']);
	expect(gameChoice().value).toBe('1');
	const all = screen.getByRole('main');
	await screen.findByText('Need help?');
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

test('a balance below the minimum shows a link to the offers, until it is high enough', async () => {
	const answers = { getWithdrawLimits: { ...limits, balance: 4.99 } };
	const { server } = await fillIn('', { user: { robux: 4.99 }, answers });
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

test.each([
	['with payouts off', { answers: { getWithdrawLimits: { ...limits, payouts_on: false } } }, /are turned off right/],
	['below zero', { user: { robux: -3 } }, /^Your balance is negative because partners took back/],
])('%s, one notice above the form says so', async (_when, given, notice) => {
	await fillIn('', given);
	const text = await screen.findByText(notice);
	expect(text.compareDocumentPosition(field('Amount')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('a choice at the top replaces the pass by a gift card where the method is on', async () => {
	const methods = [{ method: 'gift-card' as const, usd_per_thousand: 4.5, amount_min: 50 }];
	const answers = { getWithdrawLimits: { ...limits, methods }, requestPayout: { ...submitted, price: 0.45 } };
	const { person, server } = await fillIn('', { answers });
	await person.click(await screen.findByRole('button', { name: 'Gift card' }));
	const card = within(await screen.findByRole('region', { name: 'Gift cards' }));
	expect(card.queryByLabelText('Game') ?? card.queryByText('Stock')).toBeNull();
	await person.type(await card.findByLabelText('Amount'), '100');
	expect(card.getByText('$0.45').tagName).toBe('STRONG');
	await person.click(card.getByRole('button', { name: 'Get gift card' }));
	await card.findByText(/^Gift card requested/);
	const sent = server.requests.find(({ name }) => name === 'requestPayout')?.payload;
	expect(sent).toEqual({ method: 'gift-card', amount: 100, requestId: expect.any(String) });
	await person.click(button('Game pass'));
	expect(gameChoice().disabled).toBe(false);
});

test('a balance below the minimum leads to the offers once, for a pass and for a gift card', async () => {
	const methods = [{ method: 'gift-card' as const, usd_per_thousand: 4.5, amount_min: 50 }];
	const { person } = await fillIn('', { user: { robux: 3 }, answers: { getWithdrawLimits: { ...limits, methods } } });
	for (const method of ['Game pass', 'Gift card']) {
		await person.click(await screen.findByRole('button', { name: method }));
		await screen.findByRole('link', { name: 'Earn R$ first' });
	}
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
	const scrolled: (string | null)[] = [];
	vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
		scrolled.push(this.textContent);
	});
	server.push('withdrawal', { ...failed, created_at: Date.now() + 1 });
	await expectText(FAILED);
	expect(scrolled).toEqual([expect.stringContaining(FAILED)]);
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
