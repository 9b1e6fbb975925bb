import { act } from '@testing-library/react';
import { account, refusal } from '../test/fake-server.ts';
import { button, expectText, field, held, openPages, screen, textsOf, waitFor, within } from '../test/render-page.tsx';

const renderPage = openPages();
const HOUR_MS = 3_600_000;
const wall = (id: string, name: string, minAge = 13) => ({
	...{ id, name, partner: 'Partner Inc.', minAge, url: `https://${id}.example/` },
	...{ kind: 'surveys' as const, upTo: 620 },
});
const offer = {
	...{ id: 'o-1', earning_source: 'Wall', wall_id: 'wall', name: 'Long game', amount: 40, timestamp: Date.now() },
};
const balance = () => screen.findByRole('region', { name: 'Balance' });

test('lists the walls with their minimum age', async () => {
	renderPage('/earn', { answers: { getOfferwalls: [wall('wall', 'Wall'), wall('adults', 'For adults', 18)] } });
	const list = await screen.findByRole('region', { name: 'Offerwalls' });
	await waitFor(() =>
		expect(textsOf('link', undefined, list)).toEqual([expect.stringMatching(/^WWall/), expect.stringMatching(/18\+/)]),
	);
	expect(textsOf('link', undefined, list)[0]).not.toContain('+');
});

test('a boosted wall shows the percentage and the end of the boost', async () => {
	const boost = { percent: 20, until: new Date(2031, 4, 1, 18).getTime() };
	renderPage('/earn', { answers: { getOfferwalls: [{ ...wall('wall', 'Wall'), boost }, wall('other', 'Other')] } });
	const list = await screen.findByRole('region', { name: 'Offerwalls' });
	await waitFor(() =>
		expect(textsOf('link', undefined, list)).toEqual([
			expect.stringMatching(/\+20% until 5\/1\/31/),
			expect.not.stringMatching(/%/),
		]),
	);
});

test('retries when walls fail to load, and reports when none is open', async () => {
	const { server, person } = renderPage('/earn', { answers: { getOfferwalls: refusal('internal') } });
	await expectText("Couldn't load offerwalls.", await screen.findByRole('alert'));
	server.answers.getOfferwalls = [];
	await person.click(button('Try again'));
	await expectText('No offerwalls are available to you right now');
	await expectText('No rewards yet.', screen.getByRole('main'));
});

test('the notice about shared data names only walls that were not opened yet', async () => {
	const answers = { getOfferwalls: [wall('wall', 'Wall'), wall('other', 'Partner Inc. games')] };
	const { person, router } = renderPage('/earn', { answers });
	await expectText('The first time you open it, Wall (Partner Inc.) / Partner Inc. games receives your account ID');
	const leave = (event: Event) => event.preventDefault();
	addEventListener('click', leave);
	await person.click(screen.getByRole('link', { name: /^Wall/ }));
	removeEventListener('click', leave);
	await router.navigate('/help');
	await screen.findByRole('heading', { level: 1, name: 'Help' });
	await router.navigate('/earn');
	await expectText('The first time you open it, Partner Inc. games receives');
});

test('a wall opened by its address asks for confirmation first', async () => {
	const { person } = renderPage('/earn/wall', { answers: { getOfferwalls: [wall('wall', 'Wall')] } });
	await expectText(/The first time you open it, Wall \(Partner Inc\.\) receives your account ID, IP address/);
	expect(document.querySelector('iframe')).toBeNull();
	await person.click(button('Open Wall'));
	await waitFor(() => expect(document.querySelector('iframe')?.src).toBe('https://wall.example/'));
});

test('a wall that is not open to the user cannot be opened by its address', async () => {
	renderPage('/earn/old', { answers: { getOfferwalls: [wall('wall', 'Wall')] } });
	await screen.findByRole('heading', { level: 1, name: "This offerwall isn't available" });
	expect(document.querySelector('iframe')).toBeNull();
	expect(screen.getByRole('link', { name: 'See available offerwalls' }).getAttribute('href')).toBe('/earn');
});

test('a credit on hold shows its release date', async () => {
	const until = Date.now() + 24 * HOUR_MS;
	const item = { ...offer, kind: 'pending' as const, pending_until: until, receipt: null };
	const answers = {
		getPendingRewards: { total: 40, items: [item], count: 1, debt: null },
		getOfferHistory: { items: [item] },
	};
	renderPage('/earn', { user: { robux: 0 }, answers });
	await expectText('On hold40.00 R$', await balance());
	await expectText(/Long game.*Yours on \w+ \d+/, await balance());
	await expectText('On hold until', screen.getByRole('table'));
	await expectText('0.00 R$', await balance());
});

// spec: bad-day.debt
test('a negative balance shows its reason, and a reversal is labelled', async () => {
	const items = [{ ...offer, amount: -40, kind: 'reversal' as const }];
	renderPage('/earn', { user: { robux: -50 }, answers: { getOfferHistory: { items } } });
	await expectText('A partner took back a reward that you had already withdrawn.', await balance());
	await expectText('Taken back by the partner');
	const above = (await balance()).compareDocumentPosition(screen.getAllByText(/^A partner took back/)[0] as Node);
	expect(above).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test('a new user sees the next of four steps, and later the started offers to continue', async () => {
	const started = (id: string, more: object = {}) => ({
		...{ offer_id: id, title: `Island farm ${id}`, state: 'started', offer: { id } },
		...{ next_step: { id: 's-2', title: 'Reach level 20', reward: 20, number: 2, count: 3 }, ...more },
	});
	const { person, router, server } = renderPage('/earn', { user: { roblox_username: null } });
	const reopen = async () => {
		await act(() => router.navigate('/account'));
		await act(() => router.navigate('/earn'));
	};
	const firstSteps = (name = 'Step 2 of 4: Complete your first offer') => screen.findByRole('region', { name });
	expect(textsOf('listitem', undefined, await firstSteps())).toEqual([
		'Done: Confirm your email address',
		'To do: Complete your first offer',
		'To do: Link your Roblox account',
		'To do: Create a pass and withdraw',
	]);
	expect(textsOf('link', undefined, await firstSteps())).toEqual(['Continue']);
	await person.click(screen.getByRole('link', { name: 'Continue: Complete your first offer' }));
	expect(router.state.location.hash).toBe('#offers');
	server.answers['/auth/account'] = { ...account, emailVerified: false };
	await reopen();
	const confirm = await firstSteps('Step 1 of 4: Confirm your email address');
	await expectText('To do: Confirm your email address', confirm);
	expect(within(confirm).getByRole('link').getAttribute('href')).toBe('/account');
	server.answers.getOfferHistory = { items: [offer] };
	await reopen();
	await firstSteps('Step 2 of 4: Confirm your email address');
	server.answers.getOfferHistory = { items: [] };

	const first = started('o-1', { complete_by: new Date(2040, 11, 3, 9).getTime() });
	const only = { id: 's-1', title: 'Island farm o-2', reward: 34, number: 1, count: 1 };
	const single = started('o-2', { offer: { id: 'o-2', summary: 'Answer questions.' }, next_step: only });
	const gone = started('o-3', { offer: null, next_step: null });
	const ended = started('o-0', { complete_by: Date.now() - 1 });
	server.answers.getMyOffers = { items: [ended, first, single, gone, started('o-4')] } as never;
	await reopen();
	const strip = await screen.findByRole('region', { name: 'Continue' });
	expect(textsOf('link', undefined, strip)).toEqual([
		'My offers',
		'Island farm o-1+20 R$Next: Reach level 20Complete it by December 3',
		'Island farm o-2+34 R$Answer questions.',
		'Island farm o-3',
	]);
	const links = within(strip).getAllByRole('link');
	const targets = ['/my-offers', '/earn/offer/o-1', '/earn/offer/o-2', '/my-offers'];
	expect(links.map((link) => link.getAttribute('href'))).toEqual(targets);
	expect(screen.getAllByRole('link', { name: 'My offers' })).toHaveLength(1);
	expect(screen.queryByText(/^Step \d of 4/)).toBeNull();
	server.answers.getMyOffers = { items: [] };
	server.answers.getWithdrawHistory = { items: [{ id: '1', amount: 50, status: 'Completed' }] };
	await reopen();
	await screen.findByRole('link', { name: 'My offers' });
	await waitFor(() => {
		expect(screen.queryByRole('progressbar')).toBeNull();
		expect(screen.queryByRole('region', { name: /^(Continue|Step \d of 4)/ })).toBeNull();
		expect(document.querySelector('section[aria-busy=true]')).toBeNull();
	});
});

test.each([
	[-10, undefined, undefined],
	[3.25, '3.25 R$ of the 5 R$ you need to withdraw', '65'],
	[120, 'You can withdraw now', '100'],
])('with a balance of %d the page shows the way to a withdrawal: %s', async (robux, name, value) => {
	renderPage('/earn', { user: { robux } });
	await expectText(`${robux.toFixed(2).replace('-', '\u2212')} R$`, await balance());
	const bar = within(await balance()).queryByRole('progressbar');
	expect(bar?.getAttribute('aria-label') ?? undefined).toBe(name);
	expect(bar?.getAttribute('aria-valuenow') ?? undefined).toBe(value);
	if (name) await expectText(name, await balance());
});

test('my offers show their state, next step and rewards, and lead to the offer and to a claim', async () => {
	const mine = { offer_id: 'o-1', title: 'Island farm', earned: 10, pending: 40, started_at: Date.now() };
	const answers = {
		getMyOffers: (payload: { state?: string | null | undefined } | null | undefined) => ({
			items:
				payload?.state === 'credited'
					? []
					: [
							{
								...{ ...mine, offer: { id: 'o-1' }, state: 'started' as const },
								next_step: { id: 's-2', title: 'Reach level 20', reward: 20, number: 2, count: 3 },
								complete_by: new Date(2040, 11, 3, 9).getTime(),
							},
							{ ...mine, offer_id: 'o-2', title: 'Gone', state: 'taken-back' as const },
							{
								...{ ...mine, offer_id: 'o-3', title: 'Fleet', offer: { id: 'o-3' }, state: 'started' as const },
								...{
									next_step: { id: 's-3', title: 'Sail', reward: 1, number: 1, count: 1 },
									complete_by: Date.now() - 1,
								},
							},
						],
		}),
	};
	const { person } = renderPage('/my-offers', { answers });
	const table = await screen.findByRole('table');
	await expectText('Step 2 of 3 · Next: Reach level 20 (20.00 R$)', table);
	const [, first, , last] = textsOf('row', undefined, table);
	expect(first).toContain('(20.00 R$)Complete it by December 3StartedMissing a reward?');
	expect(last).toContain("FleetThe partner's time for this offer has ended.EndedMissing a reward?");
	await expectText('40.00 R$ on hold', table);
	const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
	expect(links).toContain('/earn/offer/o-1');
	expect(links).toContain('/claims/new?offer=o-1&step=s-2');
	expect(links).not.toContain('/earn/offer/o-2');
	await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Credited');
	await expectText("You haven't started an offer yet.");
});

const used = "You've already used this promo code.";

async function typeCode(page: ReturnType<typeof renderPage>, code: string): Promise<void> {
	const input = await screen.findByLabelText('Promo code');
	await page.person.clear(input);
	if (code) await page.person.type(input, code);
	await page.person.click(button('Redeem'));
}
const redemptions = ({ server }: ReturnType<typeof renderPage>) =>
	server.requests.filter(({ name }) => name === 'redeemPromoCode').map(({ payload }) => payload);

test('a promo code is redeemed once despite repeated clicks, and the page shows the amount', async () => {
	const answer = held<{ amount: number; robux: number }>();
	const page = renderPage('/earn', { answers: { redeemPromoCode: () => answer.promise } });
	await typeCode(page, 'HARBOR');
	await page.person.click(button(/^One moment/));
	answer.release({ amount: 1250, robux: 1250 });
	await expectText('1,250.00 R$ was added to your balance.');
	expect(redemptions(page)).toEqual([{ code: 'HARBOR' }]);
	expect(field('Promo code').value).toBe('');
});

test('a refused promo code stays in the field, with the reason and a help link', async () => {
	const page = renderPage('/earn', { answers: { redeemPromoCode: refusal('failed-precondition', used) } });
	await typeCode(page, ' ');
	await expectText('Enter a code.');
	expect(redemptions(page)).toEqual([]);
	await typeCode(page, 'HARBOR');
	await expectText(used);
	expect(field('Promo code').value).toBe('HARBOR');
	expect(screen.getByRole('link', { name: 'How to fix this' }).getAttribute('href')).toMatch(/^\/help#/);
});
