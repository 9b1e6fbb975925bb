/// <reference types="node" />
import { refusal, UID } from '../test/fake-server.ts';
import { key, keys, sha256, signed } from '../test/proof-signer.ts';
import { button, expectText, openPages, screen, within } from '../test/render-page.tsx';

const renderPage = openPages();

const eight = (sum: bigint) => {
	const bytes = Buffer.alloc(8);
	bytes.writeBigInt64BE(sum);
	return bytes;
};
const [salt, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const leaf = sha256(Buffer.of(0), eight(12_345n), salt, Buffer.from(UID));
const root = sha256(Buffer.of(1), eight(700n), other, eight(12_345n), leaf).toString('hex');
const proof = {
	...{
		day: '2026-03-02',
		checkpoint: 7,
		at: '1772409600000',
		index: 1,
		salt: salt.toString('hex'),
		root,
		sum: '13045',
	},
	...{ amount: '12345', spendable: '12000', held_back: '345', on_its_way: '0' },
	path: [{ side: 'left' as const, sum: '700', hash: other.toString('hex') }],
};
const checkpoint = (n: number, liabilities: object) => signed({ n, at: proof.at, liabilities, key });
const newest = { day: proof.day, root, sum: proof.sum, below_zero: '50', people: 2 };
const items = [checkpoint(7, newest), checkpoint(3, { ...newest, day: '2026-03-01', sum: '99900' })];

const cosigned = Buffer.alloc(76);
cosigned.writeBigUInt64BE(1_772_500_000n, 4);
const note = `site.example/proof\n7\nAAAA\nlootpass-checkpoint 7 ab\n\n— site.example/proof AAAA\n— witness.example/w ${cosigned.toString('base64')}\n`;

function publish(answer: { items: unknown[] } | 404 | 'away'): void {
	const before = globalThis.fetch;
	vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
		if (address === '/.well-known/lootpass-proof.json') return Response.json({ keys });
		if (address === '/proof/checkpoints?after=6&limit=1') return Response.json({ items: [items[0]] });
		if (address === '/proof/note') return new Response(note);
		if (address !== '/proof/liabilities') return before(address, init);
		if (answer === 'away') throw new TypeError('away');
		return answer === 404 ? new Response('', { status: 404 }) : Response.json(answer);
	});
}
function open(answer: Parameters<typeof publish>[0], visit: Parameters<typeof renderPage>[1]) {
	const page = renderPage('/proof', visit);
	publish(answer);
	return page;
}

test('the page shows the liabilities to everyone, and a signed-in user can check their own balance', async () => {
	const { person } = open({ items }, { answers: { getLiabilityProof: proof } });
	await expectText('130.45 R$');
	await expectText('999.00 R$');
	await expectText('If 1 in 100 of 1,000 balances were wrong');
	await expectText('300 users: 97.2%');
	await expectText('A path has 10 sums.');
	await expectText('Signed as checkpoint 7 by:witness.example/wMar 3, 2026');
	await person.click(await screen.findByRole('button', { name: 'Check my balance' }));
	await expectText('Your 123.45 R$ is included in what we owe.');
	expect(screen.getAllByText('Passed')).toHaveLength(4);
	expect(button('Download the path')).toBeDefined();
	expect(button('Download the checkpoint')).toBeDefined();
});

test('a checkpoint made after the page was opened is looked up', async () => {
	const { person } = open({ items: items.slice(1) }, { answers: { getLiabilityProof: proof } });
	await person.click(await screen.findByRole('button', { name: 'Check my balance' }));
	await expectText('Your 123.45 R$ is included in what we owe.');
});

test.each([
	['another amount', { amount: '12346', spendable: '12001' }, 1],
	['an unpublished root', { checkpoint: 3 }, 1],
	['a sum below zero', { path: [{ ...proof.path[0], sum: '-700' }] }, 1],
])('the proof page reports a proof with %s as invalid', async (_, change, wrong) => {
	const { person } = open({ items }, { answers: { getLiabilityProof: { ...proof, ...change } as typeof proof } });
	await person.click(await screen.findByRole('button', { name: 'Check my balance' }));
	await expectText('This proof is invalid.');
	expect(screen.getAllByText('Failed')).toHaveLength(wrong);
});

test("checks the user's own path even if the totals are not public", async () => {
	const { person } = open(404, { answers: { getLiabilityProof: proof } });
	await expectText("This site doesn't publish its totals.");
	await person.click(await screen.findByRole('button', { name: 'Check my balance' }));
	await expectText("The total is not published, so you can't see");
	expect(screen.getAllByText("Can't be checked here")).toHaveLength(2);
});

test('asks guests to sign in', async () => {
	const { server } = open({ items: [] }, { user: null });
	await expectText('Nothing is published yet');
	expect(await within(screen.getByRole('main')).findByRole('link', { name: 'Sign in' })).toBeDefined();
	expect(server.requests.map(({ name }) => name)).not.toContain('getLiabilityProof');
});

test('failed loads can be retried and a missing proof shows the error', async () => {
	const { person } = open('away', {
		answers: { getLiabilityProof: refusal('not-found', 'There is no proof for you on this day.') },
	});
	await expectText("Couldn't load the published figures.");
	publish({ items });
	await person.click(button('Try again'));
	await person.click(await screen.findByRole('button', { name: 'Check my balance' }));
	await expectText('There is no proof for you on this day.');
});
