import { expect, test } from 'vitest';
import type { Receipt } from '../../contract/proof/proof.ts';
import { openPages, says, screen } from '../test/render-page.tsx';

const renderPage = openPages();
const ID = 'AbCdEfGhIjKlMnOpQrStUv';
const receipt: Receipt = {
	version: '1',
	id: ID,
	kind: 'credit',
	amount: '1234',
	at: '1700000000000',
	user: '0'.repeat(64),
	transfer: '7',
	reference: '0'.repeat(64),
	reverses: null,
	key: '0123456789abcdef',
	signature: 'signed-as-it-is',
};
const state = { reversed_by: null, checkpoint: 5, index: 41 };

test('whoever has the address reads what was signed, and takes it along', async () => {
	renderPage(`/receipt/${ID}`, {
		user: null,
		answers: { [`/receipt/${ID}.json`]: receipt, [`/receipt/${ID}/state`]: state },
	});
	await says('12.34');
	await says('signed-as-it-is');
	await says('Checkpoint 5, number 41');
	expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(`/receipt/${ID}.json`);
	expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
});

test('what was taken back leads to its reversal, which leads back', async () => {
	renderPage(`/receipt/${ID}`, {
		user: null,
		answers: {
			[`/receipt/${ID}.json`]: { ...receipt, reverses: 'credit-of-it' },
			[`/receipt/${ID}/state`]: { ...state, reversed_by: 'reversal-of-it' },
		},
	});
	const reversal = await screen.findByRole('link', { name: 'See the receipt of that' });
	expect(reversal.getAttribute('href')).toBe('/receipt/reversal-of-it');
	const credit = screen.getByRole('link', { name: 'See the receipt of that reward' });
	expect(credit.getAttribute('href')).toBe('/receipt/credit-of-it');
});

test('one that is not there is told', async () => {
	const gone = new Response('{}', { status: 404 });
	renderPage(`/receipt/${ID}`, {
		user: null,
		answers: { [`/receipt/${ID}.json`]: gone, [`/receipt/${ID}/state`]: new Response('{}', { status: 404 }) },
	});
	await says('There is no such receipt.');
});
