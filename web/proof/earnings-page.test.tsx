import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import type { Earnings } from '../../contract/proof/earnings.ts';
import { refusal } from '../test/fake-server.ts';
import { key, keys, sha256, signed } from '../test/proof-signer.ts';
import { expectText, openPages, screen, textsOf } from '../test/render-page.tsx';

const renderPage = openPages();
const cell = (country: string, age_days: number, paid_share = 12) => ({
	...{ country, age_days, joined: 1_200, paid_share, days_to_first_median: 9 },
	quartiles: [50, 120, 1_310] as [number, number, number],
});
const months: Earnings['months'] = [
	{ month: '2026-03', cells: [cell('DE', 30, 0), cell('other', 30)] },
	{ month: '2026-02', cells: [cell('other', 30), cell('other', 90)] },
];
const hash = sha256(Buffer.from(canonicalJson(months))).toString('hex');

function open(answer: object, earnings: string = hash) {
	return renderPage('/earnings', {
		user: null,
		answers: {
			getEarnings: answer,
			'/.well-known/lootpass-proof.json': { keys },
			'/proof/checkpoints': { items: [signed({ n: 7, earnings, key })] },
		},
	});
}

test('the page shows the figures of each month by country and age, with their checkpoint', async () => {
	open({ months, checkpoint: 7 });
	await expectText('Joined in March 2026');
	await expectText('Germany');
	await expectText('Other countries');
	await expectText('At least 1,200 joined');
	expect(textsOf('row').slice(0, 7)).toEqual([
		'After 30 days',
		'Paid at least onceUnder 1%',
		'25% of them got up to50 R$',
		'50% of them got up to120 R$',
		'75% of them got up to1,310 R$',
		'Days to first payment (median)9',
		'After 30 days',
	]);
	await expectText('Joined in February 2026');
	await expectText('All countries');
	await expectText('Recorded in checkpoint 7. The signature is valid.');
});

test('figures that differ from their checkpoint are reported', async () => {
	open({ months, checkpoint: 7 }, 'f'.repeat(64));
	await expectText('These figures differ from checkpoint 7. Contact us.');
});

test('figures without a public checkpoint are shown without a signature', async () => {
	open({ months, checkpoint: null });
	await expectText('Germany');
	expect(screen.queryByText(/Recorded in/)).toBeNull();
});

test('a young site says so, and a failed load can be retried', async () => {
	const { person, server } = open(refusal('unavailable', 'away'));
	await expectText("Couldn't load the figures.");
	server.answers.getEarnings = { months: [], checkpoint: null };
	await person.click(await screen.findByRole('button', { name: 'Try again' }));
	await expectText('This site is too young for figures.');
});
