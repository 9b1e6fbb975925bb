import type { CallResult } from '../../../contract/calls.ts';
import { refusal } from '../../test/fake-server.ts';
import { button, expectText, openPages, screen, textsOf, waitFor } from '../../test/render-page.tsx';

const renderPage = openPages();
const wall = { id: 'wall', name: 'Wall', partner: 'Partner Inc.', url: 'https://wall.example/' };
const answered = (answer: Partial<CallResult<'openClaim'>['answer']>) => ({ state: 'answered' as const, answer });
const open = {
	...answered({ kind: 'never-arrived', url: 'https://partner.example/help' }),
	reference: 'C-ABC',
	state: 'open' as const,
};

const status = (claim_hours: number | null) => ({ at: 0, wrong: [], country_data: null, claim_hours });

async function submitWith(answer: unknown, hours: number | null = 9) {
	const answers = { getOfferwalls: [wall], openClaim: answer as never, getPublicStatus: status(hours) };
	const page = renderPage('/claims/new?wall=wall', { answers });
	await page.person.click(await screen.findByRole('button', { name: 'Submit' }));
	return page;
}

describe('the automatic answer to a claim', () => {
	test.each([
		[answered({ kind: 'held', amount: 40, until: Date.UTC(2026, 11, 24) }), /40\.00 R\$ is on hold until Dec 2\d/],
		[answered({ kind: 'held', amount: 40 }), '40.00 R$ is on hold until the partner decides'],
		[answered({ kind: 'refused', reason: 'not-eligible' }), "you weren't eligible for this offer"],
		[
			answered({ kind: 'other-offer', amount: 5, name: 'Island farm' }),
			'We received 5.00 R$ for a different offer: Island farm',
		],
		[
			answered({ kind: 'taken-back', reason: 'Duplicate install' }),
			'The partner took this reward back: Duplicate install',
		],
		[answered({ kind: 'credited', amount: 7, at: Date.UTC(2026, 10, 1) }), '7.00 R$ was added to your balance on'],
		[answered({ kind: 'never-arrived', until: Date.UTC(2026, 11, 24) }), "If it's still missing after that, ask again"],
		[open, /Our team is on it\. Your reference is C-ABC\..* We usually reply within 9 hours\./],
	])('the automatic answer is shown in words: %j', async (answer, text) => {
		await submitWith(answer);
		await expectText(text, screen.getByRole('main'));
	});

	test("links to the partner's support page if it has one", async () => {
		await submitWith(open, null);
		expect((await screen.findByRole('link', { name: 'Contact the partner' })).getAttribute('href')).toBe(
			'https://partner.example/help',
		);
		expect(screen.queryByText(/We (usually )?reply/)).toBeNull();
	});
});

test.each([
	[answered({ kind: 'credited', amount: 7, at: 1 }), "That's not it"],
	[answered({ kind: 'never-arrived', until: Date.UTC(2026, 11, 24) }), 'Report it anyway'],
	[answered({ kind: 'held', amount: 40, until: Date.UTC(2026, 11, 24) }), 'Report it anyway'],
	[answered({ kind: 'held', amount: 40 }), 'Report it anyway'],
])('a user can insist after the automatic answer and open a claim: %j', async (answer, label) => {
	const { server, person } = await submitWith(answer);
	let sent: unknown;
	server.answers.openClaim = (payload) => {
		sent = payload;
		return open;
	};
	await person.click(await screen.findByRole('button', { name: label }));
	await expectText('Your reference is C-ABC', screen.getByRole('main'));
	expect(sent).toEqual({ wall_id: 'wall', insist: true });
});

test('a claim starts from an offer that the user opened', async () => {
	const items = ['started', 'credited'].map((state) => ({ offer_id: state, title: `Offer ${state}`, state })) as never;
	const { person } = renderPage('/claims/new', {
		answers: { getMyOffers: { items }, getOffer: { id: 'started', title: 'Offer started' } },
	});
	const choice = await screen.findByRole('combobox', { name: 'Which offer?' });
	expect(textsOf('option', undefined, choice)).toEqual(["An offer that isn't in this list", 'Offer started']);
	await person.selectOptions(choice, 'Offer started');
	await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Which offer?' })).toBeNull());
	await expectText('Offer started', screen.getByRole('main'));
});

test('a refused claim shows the error and can be sent again', async () => {
	await submitWith(refusal('aborted', "You've already reported this: C-OLD"));
	await expectText("You've already reported this: C-OLD", await screen.findByRole('alert'));
	expect(button('Submit')).toHaveProperty('disabled', false);
});

test('a new claim without an offer or a wall in the URL asks the user to choose a wall', async () => {
	renderPage('/claims/new', { answers: { getOfferwalls: [wall] } });
	expect(await screen.findByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true);
	await screen.findByRole('option', { name: 'Wall' });
	expect(textsOf('option')).toEqual(['Choose an offerwall', 'Wall']);
});

describe('the link to a new claim', () => {
	const missing = async () => (await screen.findByRole('link', { name: 'Missing a reward?' })).getAttribute('href');

	test('the link to a new claim is on the page of the wall', async () => {
		localStorage.setItem('told-walls', '["wall"]');
		renderPage('/earn/wall', { answers: { getOfferwalls: [wall] } });
		expect(await missing()).toBe('/claims/new?wall=wall');
	});

	test.each([
		['wall', '/claims/new?wall=wall'],
		[null, '/claims/new'],
	])('the history links to a claim for the wall: %s', async (wallId, address) => {
		const item = { id: '7', earning_source: 'Wall', wall_id: wallId, name: 'Survey', kind: 'credit' as const };
		const { person } = renderPage('/offer-history', { answers: { getOfferHistory: { items: [item] } } });
		await person.click(await screen.findByRole('button', { name: 'Details' }));
		await person.click(await screen.findByText('Something wrong?'));
		const [first] = await screen.findAllByRole('link', { name: 'Missing a reward?' });
		expect(first?.getAttribute('href')).toBe(address);
	});
});

test('the list shows the state of each claim', async () => {
	const claim = { reference: 'C-1', wall_id: 'wall', state: 'open' as const };
	const items = [
		claim,
		{ ...claim, reference: 'C-2', offer: 'Island farm', state: 'settled' as const, amount: 12.5 },
		{ ...claim, reference: 'C-3', state: 'declined' as const, said: 'The partner says no.' },
	];
	renderPage('/claims', { answers: { getOfferwalls: [wall], getClaims: { items }, getPublicStatus: status(9) } });
	await expectText('We usually reply within 9 hours.');
	const table = await screen.findByRole('table');
	for (const text of ['C-1', 'In review', 'Island farm', 'Paid: 12.50 R$', 'The partner says no.'])
		await expectText(text, table);
	const links = screen.getAllByRole('link', { name: 'Write to us about this' });
	expect(links.map((link) => link.getAttribute('href'))).toEqual(['/threads/new?about=claim:C-3']);
});
