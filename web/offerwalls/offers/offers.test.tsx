import { refusal, unreachable } from '../../test/fake-server.ts';
import { button, expectFocus, expectText, openPages, screen, textsOf, waitFor } from '../../test/render-page.tsx';
import { ownDevice } from './own-device.ts';

const renderPage = openPages();

const item = (id: string, more: object = {}) => ({
	...{ id, wall_id: 'wall', title: `Offer ${id}`, summary: 'Play a while.', reward: 35.5, goals: 2 },
	...{
		category: 'game' as const,
		devices: ['android' as const],
		is_new: false,
		usually_credited_minutes: 20,
		partner: 'Partner Inc.',
	},
	...more,
});
const goal = (id: string, more: object = {}) => ({
	...{ id, title: `Reach level ${id}`, reward: 10, state: 'open' as const },
	...more,
});
const offer = (more: object = {}) => ({
	...item('o-1'),
	...{ requirements: ['New players only.'], goals_list: [goal('1'), goal('2')] },
	...more,
});
const page = (items: object[], nextCursor: string | null = null) => ({ items: items as never[], nextCursor });
const cards = async () => {
	const list = await screen.findByRole('list', { name: 'Offers' });
	return textsOf('link', undefined, list);
};

test('offer cards show what to do, the reward, usual time, steps, the devices of others and the partner', async () => {
	renderPage('/earn', {
		answers: {
			getOffers: page([
				item('a'),
				item('b', { usually_credited_minutes: null, goals: 1, reward: 1200 }),
				item('c', { is_new: true, usually_credited_minutes: 600, devices: ['android', 'ios', 'desktop'], summary: '' }),
				item('d', { usually_credited_minutes: 4320, devices: [ownDevice()] }),
				item('e', { usually_credited_minutes: 44, devices: [ownDevice()] }),
			]),
		},
	});
	await waitFor(async () =>
		expect(await cards()).toEqual([
			'Offer aPlay a while.35.50 R$About 20 min · 2 steps · Android · Partner Inc.',
			'Offer bPlay a while.1,200 R$Android · Partner Inc.',
			'Offer cGames35.50 R$New · About 10 h · 2 steps · Partner Inc.',
			'Offer dPlay a while.35.50 R$About 3 days · 2 steps · Partner Inc.',
			'Offer ePlay a while.35.50 R$About 45 min · 2 steps · Partner Inc.',
		]),
	);
});

test('the offers start with those of the own device, which is not counted as a filter and can be removed', async () => {
	const { person, server } = renderPage('/earn', { answers: { getOffers: page([item('a')]) } });
	const devices = () => server.requests.flatMap(({ name, payload }) => (name === 'getOffers' ? [payload] : []));
	const chip = await screen.findByRole('button', { name: /^For your computer/ });
	expect(button('Filters')).toBeDefined();
	await waitFor(() => expect(devices().at(-1)).toMatchObject({ device: 'desktop' }));
	await person.click(chip);
	expect(screen.queryByRole('button', { name: /^For your computer/ })).toBeNull();
	await expectFocus(() => button('All'));
	await waitFor(() => expect(devices().at(-1)).not.toHaveProperty('device'));
});

test.each<[{ complete_within_hours?: number; complete_by?: number }, RegExp]>([
	[
		{ complete_within_hours: 36 },
		/^Usually credited in 20 minutesComplete within 36 hoursCredited for 93 of 100 people/,
	],
	[{ complete_within_hours: 720, complete_by: new Date(2040, 11, 3).getTime() }, /minutesComplete it by December 3/],
	[{ complete_by: 1 }, /The partner's time for this offer has ended\..*$/],
])('the offer page shows the time of the offer and of shorter steps: %o', async (more, time) => {
	const goals_list = [goal('1', { complete_within_hours: 96 }), goal('2', { complete_within_hours: 36 })];
	renderPage('/earn/offer/o-1', {
		answers: {
			getOffer: offer({ goals_list, complete_within_hours: 96, credited_percent: 93, clicked_at: 1, ...more }),
		},
	});
	const list = await screen.findByRole('region', { name: 'Reward' });
	await expectText(time, list.querySelector('ul') ?? list);
	expect(list.textContent?.includes('Steps are checked off')).toBe(more.complete_by !== 1);
	const steps = textsOf('listitem', undefined, screen.getByRole('region', { name: 'What to do' }));
	expect(steps[0]?.includes('4 days')).toBe(more.complete_within_hours === 720);
	expect(steps[1]?.includes('36 hours')).toBe(more.complete_within_hours !== 36);
});

test('right-to-left names do not affect the amounts next to them', async () => {
	const title = 'משחק החווה 3';
	const answers = {
		getOffers: page([item('a', { title })]),
		getOffer: offer({ title, goals_list: [goal('1', { title })] }),
	};
	const isolated = async () => {
		const names = await screen.findAllByText(title);
		const amounts = screen.getAllByText(/^[\d.]+ R\$$/, { selector: 'main *' });
		return {
			names: names.map((name) => name.localName),
			areAmounts: amounts.every((each) => each.closest('.figures')),
		};
	};
	const { router } = renderPage('/earn', { answers });
	expect(await isolated()).toEqual({ names: ['bdi'], areAmounts: true });
	await router.navigate('/earn/offer/o-1');
	await screen.findByRole('region', { name: 'What to do' });
	expect(await isolated()).toEqual({ names: ['bdi', 'bdi'], areAmounts: true });
});

test('a boost is shown with its end on the card and the offer page, an expired one is not', async () => {
	const boost = { percent: 15, until: new Date('2031-05-01T18:00').getTime() };
	const over = { percent: 15, until: Date.now() };
	const answers = { getOffers: page([item('a', { boost }), item('b', { boost: over })]), getOffer: offer({ boost }) };
	renderPage('/earn', { answers });
	await waitFor(async () => expect((await cards())[0]).toMatch(/35\.50 R\$\+15%.*5\/1\/31, 6:00.PM/));
	expect((await cards())[1], 'one that has just ended').not.toContain('%');
	renderPage('/earn/offer/o-1', { answers });
	await expectText(/\+15%.*5\/1\/31, 6:00.PM/, await screen.findByRole('region', { name: 'Reward' }));
});

test('filters, search and order reload the list, and more offers can be loaded', async () => {
	const calls: unknown[] = [];
	const { person } = renderPage('/earn', {
		answers: {
			getOffers: (payload) => {
				calls.push(payload);
				return payload?.cursor ? page([item('b')]) : page([item('a')], 'next');
			},
		},
	});
	await expectText('Offer a');
	await person.click(button('More offers'));
	await expectText('Offer b');
	await person.click(button('Surveys'));
	await person.selectOptions(screen.getByRole('combobox', { name: 'Device' }), 'iPhone and iPad');
	await person.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Highest reward');
	expect(button('Filters (2)').getAttribute('aria-expanded')).toBe('false');
	await person.type(screen.getByRole('searchbox', { name: 'Search offers' }), 'farm{Enter}');
	await waitFor(() =>
		expect(calls.at(-1)).toEqual({ category: 'survey', device: 'ios', order: 'reward', search: 'farm', cursor: null }),
	);
});

test('an empty list, a filter without matches and a failed load have their own messages', async () => {
	const { server, person } = renderPage('/earn', { answers: { getOffers: refusal('internal') } });
	await expectText("Couldn't load offers.", await screen.findByRole('alert'));
	server.answers.getOffers = page([]);
	await person.click(button('Try again'));
	await expectText('No offers match.');
	await person.click(button('Show all offers'));
	await expectText('No offers right now.');
	await person.click(button('Games'));
	await expectText('No offers match.');
});

const OFFLINE = "The server can't be reached.";
const offline = unreachable as never;

test('the list and an offer show a message while they load', async () => {
	const never = () => new Promise<never>(() => {});
	const answers = { getOffers: never, getOfferwalls: never, getOffer: never };
	renderPage('/earn', { answers });
	await expectText('Loading offers');
	await expectText('Loading offerwalls');
	expect(screen.queryByRole('alert')).toBeNull();
	renderPage('/earn/offer/o-1', { answers });
	await screen.findByRole('heading', { level: 1, name: 'Loading offers' });
});

test.each([
	['refused', refusal('internal'), "Couldn't load offers."],
	['away', offline, OFFLINE],
])('an offer that is %s shows the error and can be retried', async (_how, answer, text) => {
	const { server, person } = renderPage('/earn/offer/o-1', { answers: { getOffer: answer } });
	await screen.findByRole('heading', { level: 1, name: "Couldn't show the offer" });
	await expectText(text);
	server.answers.getOffer = offer();
	await person.click(button('Try again'));
	await screen.findByRole('heading', { level: 1, name: 'Offer o-1' });
});

test('an offer shows its steps, conditions, hold time and the reason for the hold', async () => {
	renderPage('/earn/offer/o-1', {
		answers: { getOffer: offer({ held_days: 3, countries: ['NL', 'BE'], taken_back_share: 0.04 }) },
	});
	await expectText('Reach level 1', await screen.findByRole('region', { name: 'What to do' }));
	const counts = screen.getByRole('region', { name: 'Good to know' });
	await expectText('New players only.', counts);
	await expectText('Available in: NL, BE.', counts);
	await expectText('The reward is on hold for 3 days because', counts);
	await expectText('Partners took back 4%', counts);
});

test('a tap opens the tab at once, and the tab navigates when the click is stored', async () => {
	const tab = { opener: window, closed: false, location: { replace: vi.fn() }, close: vi.fn() };
	const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
	const { promise, resolve } = Promise.withResolvers<{ click_id: string; url: string }>();
	const { person } = renderPage('/earn/offer/o-1', { answers: { getOffer: offer(), openOffer: () => promise } });
	await person.click(await screen.findByRole('button', { name: 'Start the offer' }));
	expect(open).toHaveBeenCalledWith('', '_blank');
	expect(tab.opener).toBeNull();
	expect(tab.location.replace).not.toHaveBeenCalled();
	resolve({ click_id: 'c', url: 'https://partner.example/o' });
	await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://partner.example/o'));
});

test('shows a link when the browser blocks the tab', async () => {
	vi.spyOn(window, 'open').mockReturnValue(null);
	const answers = { getOffer: offer(), openOffer: { click_id: 'c', url: 'https://partner.example/o' } };
	const { server, person } = renderPage('/earn/offer/o-1', { answers });
	await person.click(await screen.findByRole('button', { name: 'Start the offer' }));
	const link = await screen.findByRole('link', { name: 'Open the offer' });
	expect(link.getAttribute('href')).toBe('https://partner.example/o');
	expect(server.unanswered).toEqual([]);
});

test('a refused click closes the tab and shows the reason', async () => {
	const tab = { closed: false, location: { replace: vi.fn() }, close: vi.fn() };
	vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
	const answers = { getOffer: offer(), openOffer: refusal('not-found', 'This offer is no longer available.') };
	const { person } = renderPage('/earn/offer/o-1', { answers });
	await person.click(await screen.findByRole('button', { name: 'Start the offer' }));
	await expectText('This offer is no longer available.');
	expect(tab.close).toHaveBeenCalled();
});

test('a removed offer shows a message and a link to other offers', async () => {
	renderPage('/earn/offer/o-1', { answers: { getOffer: refusal('not-found', 'Gone.') } });
	await screen.findByRole('heading', { level: 1, name: 'This offer is no longer available' });
	expect(screen.getByRole('link', { name: 'See other offers' })).toBeDefined();
});

test('an offer for another country cannot be started', async () => {
	renderPage('/earn/offer/o-1', { answers: { getOffer: offer({ reason: 'other-country', countries: ['US'] }) } });
	await expectText("This offer isn't available in your country.");
	expect(screen.queryByRole('button', { name: 'Start the offer' })).toBeNull();
});

test.each([
	['Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140 Mobile', 0, 'android'],
	['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605', 5, 'ios'],
	['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 5, 'ios'],
	['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 0, 'desktop'],
	['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140', 10, 'desktop'],
	['Mozilla/5.0 (X11; CrOS x86_64) Chrome/140', 0, 'desktop'],
	['Mozilla/5.0 (PlayStation 5)', 0, undefined],
])('the list starts with the offers of the browser %s with %i touch points: %s', (userAgent, maxTouchPoints, device) =>
	expect(ownDevice({ userAgent, maxTouchPoints } as Navigator)).toBe(device),
);

test('an offer for other devices warns before it starts, and shows a code for the phone', async () => {
	const { person } = renderPage('/earn/offer/o-1', {
		answers: { getOffer: offer(), createOfferLink: { url: 'https://x.example/l', expires_at: Date.now() + 120_000 } },
	});
	await expectText("This offer only counts on: Android. Starting it here won't earn the reward.");
	await person.click(await screen.findByRole('button', { name: 'Show a code for my phone' }));
	await screen.findByRole('img', { name: 'Open it on your phone' });
});

test('an offer for the own device starts without a warning', async () => {
	renderPage('/earn/offer/o-1', { answers: { getOffer: offer({ devices: ['desktop', 'ios'] }) } });
	await screen.findByRole('button', { name: 'Start the offer' });
	expect(screen.queryByText(/only counts on/)).toBeNull();
});
