import { expect, test } from 'vitest';
import { refusal } from '../test/fake-server.ts';
import { button, openPages, says, screen, textsOf, waitFor } from '../test/render-page.tsx';

const renderPage = openPages();
const HOUR_MS = 3_600_000;
const wall = (id: string, name: string, minAge = 13) => ({ id, name, minAge, url: `https://${id}.example/` });
const offer = {
	...{ id: 'o-1', earning_source: 'Wall', name: 'Long game', amount: 40, timestamp: Date.now() },
	...{ kind: 'credit' as const, pending_until: null },
};
const balance = () => screen.findByRole('region', { name: 'Balance' });

test('walls are listed with the age that they ask for', async () => {
	renderPage('/earn', { answers: { getOfferwalls: [wall('wall', 'Wall'), wall('adults', 'For adults', 18)] } });
	const list = await screen.findByRole('region', { name: 'Offerwalls' });
	await waitFor(() =>
		expect(textsOf('link', undefined, list)).toEqual([expect.stringMatching(/^WWall/), expect.stringMatching(/18\+/)]),
	);
	expect(textsOf('link', undefined, list)[0]).not.toContain('+');
});

test('without a wall the page says so, and when they cannot be loaded it tries again', async () => {
	const { server, person } = renderPage('/earn', { answers: { getOfferwalls: refusal('internal') } });
	await says('Failed to load the offerwalls', await screen.findByRole('alert'));
	server.answers.getOfferwalls = [];
	await person.click(button('Try again'));
	await says('No offerwall is open to you at the moment');
	await says('Nothing yet.', screen.getByRole('main'));
});

test('a credit that is held back shows until when', async () => {
	const until = Date.now() + 24 * HOUR_MS;
	const item = { ...offer, kind: 'pending' as const, pending_until: until };
	const answers = {
		getPendingRewards: { total: 40, items: [item], count: 1, debt: null },
		getOfferHistory: { items: [item], nextCursor: null },
	};
	renderPage('/earn', { user: { robux: 0 }, answers });
	await says('On hold40.00 R$', await balance());
	await says(/Long game.*Yours on \w+ \d+/, await balance());
	await says('On hold until', screen.getByRole('table'));
	await says('0.00 R$', await balance());
});

test('a balance below zero says why, and what is taken back says so', async () => {
	const items = [{ ...offer, amount: -40, kind: 'reversal' as const }];
	renderPage('/earn', { user: { robux: -50 }, answers: { getOfferHistory: { items, nextCursor: null } } });
	await says('A partner took back a reward after it had been withdrawn.');
	await says('Taken back by the partner');
});

test('a reward arrives live', async () => {
	const { server } = renderPage('/earn', { user: { robux: 120 } });
	await says('Nothing yet.', await screen.findByRole('main'));
	server.push('offer', { ...offer, name: 'Arrives live', amount: 3.25 });
	server.push('user', { ...server.user, robux: 123.25 });
	await says('Arrives live', await screen.findByRole('table'));
	await says('123.25 R$', await balance());
});
