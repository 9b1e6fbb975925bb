import { refusal } from '../test/fake-server.ts';
import { key, keys, signed } from '../test/proof-signer.ts';
import { button, expectText, openPages, screen, textsOf, waitFor, within } from '../test/render-page.tsx';
import { formatDuration } from './status-page.tsx';

const renderPage = openPages();

const checkpoint = (n: number, status: object) => signed({ n, status, totals: { wallet: '0' }, key });
const newest = checkpoint(48, {
	day: '2026-03-02',
	bands: [
		{ from: '0', to: '19999', orders: 120, median_s: 47, p95_s: 4_500 },
		{ from: '20000', to: '150000', orders: 11, median_s: 90, p95_s: 200_000 },
	],
	refunds: [
		{ reason: 'other', count: 14 },
		{ reason: 'out-of-stock', count: 10 },
	],
});
const before = checkpoint(24, { day: '2026-03-01', bands: [], refunds: [] });

function open(items: object[] | 404 | 'away', answers = {}) {
	return renderPage('/status', {
		user: null,
		answers: {
			getPublicStatus: { at: Date.parse('2026-03-03T09:00:00'), wrong: [], country_data: null, reply_hours: null },
			'/.well-known/lootpass-proof.json': { keys },
			'/proof/status': () => {
				if (items === 'away') throw new TypeError('nobody answers');
				return items === 404 ? new Response('{}', { status: 404 }) : { items };
			},
			...answers,
		},
	});
}

test("the page shows that everything works, and each day's signed figures with their checkpoint", async () => {
	open([newest, before]);
	await expectText('No known problems as of Mar 3, 2026, 9:00 AM.');
	await expectText('March 2, 2026');
	expect(textsOf('row')).toEqual([
		'AmountPaidMedian95% within',
		'Up to 199 R$12047\u00a0sec1\u00a0hr 15\u00a0min',
		'200 to 1,500 R$1190\u00a0sec2\u00a0days 8\u00a0hr',
	]);
	await expectText('Other reasons14');
	await expectText('Vendor out of stock10');
	await expectText('Recorded in checkpoint 48. The signature is valid.');
	await expectText('March 1, 2026');
	await expectText('Fewer than ten withdrawals were paid');
	expect(screen.getByRole('link', { name: 'checkpoint 48' }).getAttribute('href')).toBe(
		'/proof/checkpoints?after=47&limit=1',
	);
});

test('figures that do not match their signature are reported', async () => {
	open([{ ...newest, status: { ...newest.status, refunds: [] } }]);
	await expectText('The signature of checkpoint 48 is invalid.');
});

test('a browser that cannot verify signatures names the checkpoint only', async () => {
	vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('no Ed25519'));
	open([newest]);
	await expectText('Recorded in checkpoint 48.');
});

test('current problems are described by their effect on users', async () => {
	const since = Date.parse('2026-03-03T08:30:00');
	open([], {
		getPublicStatus: {
			at: since,
			wrong: [
				{ kind: 'withdrawals-paused', wall: null, since: null },
				{ kind: 'withdrawals-vendor', wall: null, since },
				{ kind: 'withdrawals-late', wall: null, since },
				{ kind: 'rewards-late', wall: 'One Offers', since },
				{ kind: 'mails-late', wall: null, since },
			],
		},
	});
	await expectText('Rewards from One Offers are delayed.');
	for (const text of [
		'Withdrawals are paused.',
		'Withdrawals are waiting for our payout provider.',
		'Withdrawals are delayed.',
		'Our emails are delayed.',
		'Since Mar 3, 2026, 8:30 AM',
	]) {
		await expectText(text);
	}
	expect(document.body.textContent).not.toContain('Everything is working');
	await expectText('Daily figures appear after the first full day.');
});

test('the current status is shown even if the figures are not public', async () => {
	open(404);
	await expectText('Everything is working.');
	await expectText("This site doesn't publish how long withdrawals take.");
});

test('failed loads can be retried, and reload by themselves when the connection returns', async () => {
	const { person, server } = open('away', { getPublicStatus: refusal('unavailable', 'away') });
	await expectText("Couldn't load the current status.");
	await expectText("Couldn't load how long withdrawals took.");
	server.answers.getPublicStatus = { at: 0, wrong: [], country_data: null, reply_hours: null };
	const [first] = await screen.findAllByRole('button', { name: 'Try again' });
	if (first) await person.click(first);
	await expectText('Everything is working.');
	vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
	await person.click(button('Try again'));
	await expectText("You're offline.");
	server.answers['/proof/status'] = { items: [newest] };
	dispatchEvent(new Event('online'));
	await expectText('March 2, 2026');
	await waitFor(() => expect(within(document.body).queryByText("You're offline.")).toBeNull());
});

test.each([
	[0, '0 sec'],
	[99, '99 sec'],
	[110, '2 min'],
	[3_600, '1 hr'],
	[3_700, '1 hr 2 min'],
	[86_400, '1 day'],
	[87_000, '1 day 1 hr'],
	[200_000, '2 days 8 hr'],
])('%i seconds are formatted as %s', (seconds, text) => {
	expect(formatDuration(seconds).replaceAll('\u00a0', ' ')).toBe(text);
});
