import { refusal, UID, unreachable } from '../test/fake-server.ts';
import { button, expectText, held, openPages, screen, textsOf, waitFor } from '../test/render-page.tsx';

const renderPage = openPages();
const HOUR_MS = 3_600_000;
const UNREACHABLE = "The server can't be reached. Check your connection and try again.";
const noItems = { items: [] };
const histories = [
	['/offer-history', 'getOfferHistory', 'No offer history found.', 'Failed to load offer history'],
	['/withdraw-history', 'getWithdrawHistory', 'No withdraw history found.', 'Failed to load withdraw history'],
] as const;

const offer = (number: number) => ({
	id: `offer-${number}`,
	earning_source: 'Wall',
	wall_id: 'wall',
	name: `Survey ${number}`,
	amount: 1.5,
	timestamp: Date.now() - (number + 0.5) * HOUR_MS,
});
const order = (number: number) => ({
	id: `record-${number}`,
	order_id: number === 0 ? null : `W-${number}`,
	amount: 50,
	status: number === 0 ? ('Failed' as const) : ('Completed' as const),
	is_refunded: number === 0,
	created_at: Date.now() - (number + 0.5) * HOUR_MS,
});

const rows = () => screen.getAllByRole('rowgroup').at(-1)?.querySelectorAll('tr') ?? [];
const cells = (row: number) => [...(rows()[row]?.cells ?? [])].map((cell) => cell.textContent);

// spec: 2.history-error, 8.histories, bad-day.5xx
test.each(histories)('%s shows an error and can be retried', async (path, call, empty, fallback) => {
	const { server, person } = renderPage(path, { answers: { [call]: refusal('internal') } });
	await expectText(fallback, await screen.findByRole('alert'));
	expect(screen.queryByText(empty)).toBeNull();
	server.answers[call] = unreachable as never;
	await person.click(button('Try again'));
	await expectText(UNREACHABLE);
	server.answers[call] = noItems;
	await person.click(button('Try again'));
	await expectText(empty);
	expect(screen.queryByRole('alert')).toBeNull();
});

test.each(histories)(
	'%s waits while the database is unavailable and then loads by itself',
	async (path, call, empty) => {
		const isUnavailable = refusal('unavailable', 'Try again in a few seconds.', { reason: 'database-away' });
		const { server } = renderPage(path, { answers: { [call]: isUnavailable } });
		const callCount = () => server.requests.filter(({ name }) => name === call).length;
		await waitFor(() => expect(callCount()).toBeGreaterThan(2));
		expect(screen.queryByRole('alert')).toBeNull();
		server.answers[call] = noItems;
		await expectText(empty);
	},
);

// spec: 2.load-more, 4.history-more, 9.page-size
test.each([
	[
		'/offer-history',
		'getOfferHistory',
		offer,
		['Wall', 'Survey 1', '1.50 R$', '1 hour ago'],
		'Failed to load offer history',
	],
	[
		'/withdraw-history',
		'getWithdrawHistory',
		order,
		['ID W-1', '50.00 R$', 'Completed', 'Refunded? No', '1 hour ago'],
		'Failed to load withdraw history',
	],
] as const)(
	'%s shows 25 lines and loads more on request, with a retry after an error',
	async (path, call, itemOf, second, failed) => {
		const further = held<unknown>();
		const page = async (payload: unknown) => {
			const { cursor, limit } = payload as { cursor: string | null; limit: number };
			expect(limit).toBe(25);
			if (cursor === null) return { items: Array.from({ length: 25 }, (_, n) => itemOf(n)), nextCursor: 'more' };
			return further.promise;
		};
		const { person, server } = renderPage(path, { answers: { [call]: page } });
		await waitFor(() => expect(rows()).toHaveLength(25));
		expect(cells(1)).toEqual(second);
		await person.click(button('Load more'));
		expect(button('Loading...').disabled).toBe(true);
		server.answers[call] = refusal('internal');
		further.release(refusal('internal'));
		await expectText(failed, await screen.findByRole('alert'));
		expect(rows()).toHaveLength(25);
		server.answers[call] = { items: [itemOf(25), itemOf(26)] as never };
		await person.click(button('Try again'));
		await waitFor(() => expect(rows()).toHaveLength(27));
		expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
	},
);

// spec: 2.offer-columns, 2.dash
test('the offer history has the specified columns, with a dash for missing values', async () => {
	const without = { ...offer(2), earning_source: null, name: null };
	renderPage('/offer-history', { answers: { getOfferHistory: { items: [without] } } });
	await waitFor(() => expect(rows()).toHaveLength(1));
	await waitFor(() => expect(cells(0)).toEqual(['-', '-', '1.50 R$', '2 hours ago']));
	expect(textsOf('columnheader')).toEqual(['Offerwall', 'Offer name', 'Reward', 'Date completed']);
});

// spec: 2.withdraw-columns
test("the withdraw history has the specified columns, with the record's id if there is no order", async () => {
	renderPage('/withdraw-history', { answers: { getWithdrawHistory: { items: [order(0)] } } });
	await waitFor(() =>
		expect(cells(0)).toEqual(['ID record-0', '50.00 R$', 'Failed', 'Refunded? Yes', '30 minutes ago']),
	);
	expect(textsOf('columnheader')).toEqual(['ID', 'Amount', 'Status', 'Refunded?', 'Created']);
});

test('new rewards and withdrawal changes appear live in an open history', async () => {
	const { server, router } = renderPage('/offer-history', { answers: { getOfferHistory: { items: [offer(1)] } } });
	await waitFor(() => expect(rows()).toHaveLength(1));
	server.push('offer', { ...offer(0), name: 'Arrives live' });
	await waitFor(() => expect(cells(0)[1]).toBe('Arrives live'));
	expect(rows()).toHaveLength(2);
	server.answers.getWithdrawHistory = { items: [{ ...order(1), status: 'Processing' }] };
	await router.navigate('/withdraw-history');
	await waitFor(() => expect(cells(0)[2]).toBe('Processing'));
	server.push('withdrawal', { ...order(1), status: 'Failed', is_refunded: true });
	await waitFor(() => expect(cells(0).slice(2, 4)).toEqual(['Failed', 'Refunded? Yes']));
});

test.each([
	['a release', 'credit', 'Wall', 1],
	['a reversal', 'reversal', 'Wall', 1],
	['a credit of another wall', 'credit', 'Other', 2],
	['another hold', 'pending', 'Wall', 2],
] as const)('the history is loaded again only if a live line may end a hold: %s', async (_, kind, source, count) => {
	const held = { ...offer(1), kind: 'pending' as const, pending_until: null };
	const live = { ...offer(2), kind, earning_source: source, pending_until: null };
	const { server } = renderPage('/offer-history', { answers: { getOfferHistory: { items: [held] } } });
	await waitFor(() => expect(rows()).toHaveLength(1));
	server.answers.getOfferHistory = { items: [live] };
	server.push('offer', live);
	await waitFor(() => expect(cells(0)[1]).toContain('Survey 2'));
	await waitFor(() => expect(rows()).toHaveLength(count));
	expect(server.requests.filter(({ name }) => name === 'getOfferHistory')).toHaveLength(3 - count);
});

test('a response older than a live update does not overwrite it', async () => {
	const older = held<unknown>();
	const { server } = renderPage('/withdraw-history', { answers: { getWithdrawHistory: () => older.promise as never } });
	await waitFor(() => expect(server.requests.some(({ name }) => name === 'getWithdrawHistory')).toBe(true));
	server.push('withdrawal', order(1));
	server.push('user', { ...server.user, robux: 77 });
	await expectText('77.00 R$');
	server.answers.getWithdrawHistory = { items: [order(1)] };
	older.release({ items: [{ ...order(1), status: 'Processing' }] });
	await waitFor(() => expect(cells(0)[2]).toBe('Completed'));
});

// spec: 4.history-opens
test('reopening a long history starts at its first page', async () => {
	const calls: unknown[] = [];
	const { person, router, server } = renderPage('/offer-history', {
		answers: {
			getOfferHistory: (payload) => {
				const cursor = payload?.cursor ?? null;
				calls.push(cursor);
				return cursor ? { items: [offer(2)] } : { items: [offer(1)], nextCursor: 'more' };
			},
		},
	});
	await person.click(await screen.findByRole('button', { name: 'Load more' }));
	await waitFor(() => expect(rows()).toHaveLength(2));
	server.push('offer', { ...offer(2), name: 'Changed' });
	await waitFor(() => expect(cells(1)[1]).toBe('Changed'));
	await router.navigate('/withdraw-history');
	await expectText('No withdraw history found.');
	await router.navigate('/offer-history');
	await waitFor(() => expect(calls).toEqual([null, 'more', null]));
	await waitFor(() => expect(rows()).toHaveLength(1));
	button('Load more');
});

// spec: 2.relative-date
test('an age is shown in full minutes and advances at the full hour', async () => {
	const start = Date.UTC(2026, 10, 21, 12, 0, 1);
	vi.useFakeTimers({ toFake: ['Date'], now: start });
	const timestamp = start - 59.6 * 60_000;
	renderPage('/offer-history', { answers: { getOfferHistory: { items: [{ ...offer(0), timestamp }] } } });
	await waitFor(() => expect(cells(0)[3]).toBe('59 minutes ago'));
	vi.setSystemTime(timestamp + HOUR_MS);
	await waitFor(() => expect(cells(0)[3]).toBe('1 hour ago'));
});

// spec: bad-day.page
test('a crashed page asks for a reload before an action is repeated', async () => {
	vi.spyOn(console, 'info').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	// A timestamp outside the range of Date makes the page crash.
	const items = [{ ...offer(1), timestamp: 9e15 }];
	renderPage('/offer-history', { answers: { getOfferHistory: { items } } });
	expect((await screen.findByRole('heading', { name: 'Something went wrong' })).tagName).toBe('H1');
	await expectText('Reload it, and check your withdrawals before you repeat one.');
	const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
	button('Reload the page').click();
	expect(reload).toHaveBeenCalled();
});

test('a screened withdrawal shows its expected time, and later that it takes longer', async () => {
	const until = Date.now() + 20 * HOUR_MS;
	const checked = { ...order(1), status: 'Pending' as const, screened_until: until };
	const { server } = renderPage('/withdraw-history', { answers: { getWithdrawHistory: { items: [checked] } } });
	await expectText("We're reviewing this withdrawal before we pay it, usually by");
	server.push('withdrawal', { ...checked, screened_until: Date.now() - HOUR_MS });
	await expectText('Reviewing this withdrawal is taking longer than usual.');
	server.push('withdrawal', { ...checked, screened_until: null, receipt: null, status: 'Completed' });
	await waitFor(() => expect(cells(0)[2]).toBe('Completed'));
});

test('withdrawal details show steps, pending time, reference and help', async () => {
	const { person } = renderPage('/withdraw-history', {
		answers: {
			getWithdrawHistory: { items: [{ ...order(1), id: UID }] },
			getWithdrawal: ({ id }) => ({
				...order(1),
				id,
				price: 71,
				roblox_username: 'builder',
				steps: [
					{ kind: 'requested', at: Date.UTC(2026, 10, 1, 12) },
					{ kind: 'sent', at: Date.UTC(2026, 10, 1, 13) },
					{ kind: 'paid', at: Date.UTC(2026, 10, 1, 14) },
				],
			}),
		},
	});
	await person.click(await screen.findByRole('button', { name: 'Details' }));
	await expectText('Your pass was bought');
	await expectText('Paid through a 71 R$ pass to @builder.');
	await expectText('Roblox keeps them pending for 3 to 7 days, until about November 8.');
	await expectText('ReferenceW-1');
	await person.click(screen.getByText('Something wrong?'));
	expect(screen.getByRole('link', { name: 'Write to us about this' }).getAttribute('href')).toBe(
		'/threads/new?about=withdrawal:W-1',
	);
	await person.click(button('Details'));
	expect(screen.queryByText('Something wrong?')).toBeNull();
});

test('offer details show all steps of the reward', async () => {
	const items = [{ ...offer(1), wall_id: 'wall' }];
	const steps = [
		{ kind: 'held' as const, at: Date.UTC(2026, 10, 1, 12) },
		{ kind: 'credited' as const, at: Date.UTC(2026, 10, 2, 12) },
		{ kind: 'taken-back' as const, at: Date.UTC(2026, 10, 3, 12) },
	];
	const goal = { id: 's-2', title: 'Reach level 20', offer_id: 'o-1' };
	const answers = { getOfferHistory: { items }, getReward: { steps, goal } };
	const { person } = renderPage('/offer-history', { answers });
	await person.click(await screen.findByRole('button', { name: 'Details' }));
	await expectText('Taken back by the partner');
	await expectText('Step: Reach level 20');
	const life = screen.getAllByRole('list').find((list) => list.textContent.includes('Taken back'));
	expect(textsOf('listitem', undefined, life).map((text) => text.replace(/,.*/, ''))).toEqual([
		'Reported by the partner',
		'Added to your balanceNov 2',
		'Taken back by the partnerNov 3',
	]);
});

test('offer details show the held reward and its reference', async () => {
	const items = [{ ...offer(1), kind: 'pending' as const, pending_until: Date.now() + HOUR_MS }];
	const { person } = renderPage('/offer-history', { answers: { getOfferHistory: { items } } });
	await person.click(await screen.findByRole('button', { name: 'Details' }));
	await expectText('Reported by the partner, now on hold');
	await expectText('Yours, unless the partner takes it back');
	await expectText('ReferenceR-offer-1');
});

test('shows the link, everyone invited by state, and when the bounties are paid', async () => {
	const terms = { first: 20, second: 50, paid: 100, days: 60, boost_percent: 0, hold_days: 3, countries: ['DE'] };
	const invite = { url: 'https://x.example/?via=abc', invited: { joined: 4, first_paid: 2 }, earned: 90, terms };
	renderPage('/invite', { answers: { getInvite: invite } });
	expect(await screen.findByDisplayValue(invite.url)).toBeDefined();
	for (const text of ['4', '90.00', 'another 50.00', 'paid 100.00', 'within 60 days', 'from: DE']) {
		await expectText(text, screen.getByRole('main'));
	}
	expect(screen.queryByText(/on top of/)).toBeNull();
});
