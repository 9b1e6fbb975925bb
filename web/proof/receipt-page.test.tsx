/// <reference types="node" />
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import type { Receipt, ReceiptState } from '../../contract/proof/proof.ts';
import { key, keys, sha256, signed } from '../test/proof-signer.ts';
import { expectText, openPages, screen } from '../test/render-page.tsx';

const renderPage = openPages();
const ID = 'AbCdEfGhIjKlMnOpQrStUv';

const leaf = { kind: 'credit', amount: '1234', at: '1700000000000', user: '0'.repeat(64), reference: '0'.repeat(64) };
const receipt: Receipt = signed({ version: '1', id: ID, ...leaf, transfer: '7', reverses: null, key });
const unsignedAs = (id: string) => {
	const { signature: _, ...unsigned } = { ...receipt, id };
	return unsigned;
};
const state = { reversed_by: null, checkpoint: 5, index: 1 };

const leafHash = sha256(Buffer.of(0), Buffer.from(canonicalJson({ ...leaf, id: '7' })));
const other = Buffer.alloc(32, 2);
const root = sha256(Buffer.of(1), other, leafHash).toString('hex');
const published = (top = root) => ({
	'/.well-known/lootpass-proof.json': { keys },
	'/proof/checkpoints': { items: [signed({ n: 5, transfers: { count: 2, root: top }, key })] },
	'/proof/transfers/inclusion': { path: [other.toString('hex')] },
});
const answersOf = (shown: Receipt, its: ReceiptState = state) => ({
	[`/receipt/${ID}.json`]: shown,
	[`/receipt/${ID}/state`]: its,
});

test('anyone with its link can read, verify and download a receipt', async () => {
	renderPage(`/receipt/${ID}`, { user: null, answers: { ...answersOf(receipt), ...published() } });
	await expectText('12.34');
	await expectText(receipt.signature);
	await expectText('Checkpoint 5, entry 1');
	await expectText('This receipt is valid. Your own browser has checked it.');
	expect(screen.getAllByText('Passed')).toHaveLength(2);
	expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(`/receipt/${ID}.json`);
	expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
});

test("a reversed reward's receipt links to the receipt of the reversal, which links back", async () => {
	renderPage(`/receipt/${ID}`, {
		user: null,
		answers: {
			...answersOf({ ...receipt, reverses: 'credit-of-it' }, { ...state, reversed_by: 'reversal-of-it' }),
			...published(),
		},
	});
	const reversal = await screen.findByRole('link', { name: 'View the receipt of the reversal' });
	expect(reversal.getAttribute('href')).toBe('/receipt/reversal-of-it');
	const credit = screen.getByRole('link', { name: 'View the receipt of that reward' });
	expect(credit.getAttribute('href')).toBe('/receipt/credit-of-it');
});

test.each([
	['a changed amount', { ...receipt, amount: '1235' }, published(), 2],
	['the receipt of another URL', signed(unsignedAs('another')), published(), 1],
	['a receipt that is missing from the log', receipt, published('0'.repeat(64)), 1],
] as [string, Receipt, object, number][])(
	'the receipt page reports %s as invalid',
	async (_, shown, answers, wrong) => {
		renderPage(`/receipt/${ID}`, { user: null, answers: { ...answersOf(shown), ...answers } });
		await expectText('This receipt is invalid.');
		expect(screen.getAllByText('Failed')).toHaveLength(wrong);
	},
);

const unlogged = answersOf(receipt, { ...state, checkpoint: null, index: null });
const keysAlone = { '/.well-known/lootpass-proof.json': { keys } };

test('checks the signature even if the log is not public', async () => {
	renderPage(`/receipt/${ID}`, { user: null, answers: { ...unlogged, ...keysAlone } });
	await expectText('This receipt is valid.');
	await expectText("Can't be checked here");
});

test('shows no verdict when the keys cannot be loaded', async () => {
	const unavailable = { '/.well-known/lootpass-proof.json': new Response('', { status: 503 }) };
	renderPage(`/receipt/${ID}`, { user: null, answers: { ...unlogged, ...unavailable } });
	await expectText("Your browser couldn't check this receipt.");
});

test('reports an unknown receipt', async () => {
	const gone = new Response('{}', { status: 404 });
	renderPage(`/receipt/${ID}`, {
		user: null,
		answers: { [`/receipt/${ID}.json`]: gone, [`/receipt/${ID}/state`]: new Response('{}', { status: 404 }) },
	});
	await expectText("This receipt doesn't exist.");
});
