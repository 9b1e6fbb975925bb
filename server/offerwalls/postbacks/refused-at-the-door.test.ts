import { randomUUID } from 'node:crypto';
import { signed, wallEntries } from '../../../test/partners/play.ts';
import { createRawConnection } from '../../../test/partners/raw-connection.ts';
import { openTestProduct } from '../../../test/sites/product.ts';
import { newWallet } from '../../../test/support/database.ts';
import { findWallet } from '../../ledger/wallet.ts';
import { rowsOf } from '../../lib/db/database.ts';

const { product, database } = openTestProduct({ walls: wallEntries() });

async function sendRaw(text: string): Promise<number[]> {
	const connection = createRawConnection(Number(new URL(product().url).port));
	try {
		return (await connection.send(text, true)).statuses;
	} finally {
		connection.close();
	}
}

const storedRows = (text: string) => rowsOf<{ wall: string; outcome: string; why: string }>(database.owner)`
	select wall, outcome, why from callbacks where request like ${`%${text}%`} order by id
`;

const user = () => newWallet(database.app);

function postback(uid: string, tx: string): string {
	const { fields } = signed('tapjoy', uid, tx);
	return `/postback/tapjoy?${new URLSearchParams(fields)}`;
}

const host = 'host: localhost\r\nconnection: close\r\n\r\n';

test.each([
	['ends after the URL', (address: string) => `GET ${address}\r\n\r\n`],
	['ends after the URL and is followed by headers', (address: string) => `GET ${address}\r\n${host}`],
	['names HTTP/0.9', (address: string) => `GET ${address} HTTP/0.9\r\n${host}`],
	['names HTTP/2.0', (address: string) => `GET ${address} HTTP/2.0\r\n${host}`],
])('a request whose line %s is refused, logged and not booked', async (_, request) => {
	const [uid, tx] = [await user(), randomUUID()];
	expect(await sendRaw(request(postback(uid, tx)))).toEqual([400]);
	expect(await findWallet(database.app, uid)).toMatchObject({ balance: 0 });
	expect(await storedRows(tx)).toEqual([
		{ wall: 'tapjoy', outcome: 'malformed', why: 'the request line is incomplete' },
	]);
	expect(await sendRaw(`GET ${postback(uid, tx)} HTTP/1.1\r\n${host}`)).toEqual([200]);
	expect(await findWallet(database.app, uid)).toMatchObject({ balance: 10_000 });
});

const elsewhere = ['GET /healthz\r\n\r\n', `GET /api/getStock HTTP/2.0\r\n${host}`];
test.each(elsewhere)('the rest of the site rejects a malformed request, too: %j', async (text) => {
	expect(await sendRaw(text)).toEqual([400]);
});

const wrongMethod = 'wrong method: postbacks use GET or POST';
const largeBody = 'content-type: text/plain\r\ncontent-length: 70000\r\n';

test.each([
	['a wrong method', 405, wrongMethod, 'PUT /postback/tapjoy?x={id}', ''],
	['a HEAD request', 405, wrongMethod, 'HEAD /postback/tapjoy?x={id}', ''],
	['a long URL', 414, 'the URL is longer than 8 kB', `GET /postback/tapjoy?x={id}&y=${'y'.repeat(9_000)}`, ''],
	['a large body', 413, 'the body is larger than 64 kB', 'POST /postback/revtoo?x={id}', largeBody],
	[
		'a long header',
		431,
		'URL and headers are longer than 16 kB',
		'GET /postback/tapjoy?x={id}',
		`x-long: ${'y'.repeat(20_000)}\r\n`,
	],
])('%s is refused, and the log contains the reason', async (_, status, rejection, line, headers) => {
	const id = randomUUID();
	expect(await sendRaw(`${line.replace('{id}', id)} HTTP/1.1\r\n${headers}${host}`)).toEqual([status]);
	const wall = line.includes('revtoo') ? 'revtoo' : 'tapjoy';
	await vi.waitFor(async () => expect(await storedRows(id)).toEqual([{ wall, outcome: 'malformed', why: rejection }]));
});
