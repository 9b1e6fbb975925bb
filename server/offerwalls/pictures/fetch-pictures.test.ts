import { sql } from 'kysely';
import sharp from 'sharp';
import { listen } from '../../../test/sites/fake-oidc.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { isPublic } from '../../lib/http/outbound.ts';
import { createPictureRemaker } from '../../lib/pictures/remake-pictures.ts';
import type { Wall } from '../walls/wall.ts';
import { fetchPicture, fetchPictures, PICTURE_SIZE } from './fetch-pictures.ts';
import { selectPicture } from './store-pictures.ts';

const { app, owner } = openTestDatabase();
const pictures = createPictureRemaker();
afterAll(() => pictures.close());

const plain = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: '#2c5f63' } });
let answers: Record<string, () => { status?: number; headers?: Record<string, string>; body: Buffer | string }>;
let requests: string[] = [];
const { server, issuer: origin } = await listen((request, response) => {
	requests.push(request.url ?? '');
	if (request.url === '/endless') {
		response.writeHead(200);
		const timer = setInterval(() => response.write(Buffer.alloc(100_000)), 1);
		response.on('close', () => clearInterval(timer));
		return;
	}
	const { status = 200, headers = {}, body } = answers[request.url ?? '']?.() ?? { status: 404, body: '' };
	response.writeHead(status, headers).end(body);
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});
beforeEach(async () => {
	requests = [];
	answers = {};
	await sql`truncate pictures, picture_files, feeds, offers`.execute(owner);
});

let nowMs = Date.UTC(2026, 0, 1);
const run = (paths: readonly string[], offerPictureOrigins = [origin]) =>
	fetchPictures({
		db: app,
		clock: { now: () => nowMs },
		walls: paths.map((path) => ({ picture: origin + path }) as Wall),
		pictures,
		offerPictureOrigins,
		publish: () => {},
	});
const stored = async () =>
	(
		await sql<{ source: string; hash: string | null; problem: string | null }>`
			select source, hash, problem from pictures order by source
		`.execute(app)
	).rows.map(({ source, ...rest }) => ({ path: source.slice(origin.length), ...rest }));

test('pictures are stored as re-encoded webp of one size, without metadata', async () => {
	const secret = 'a note in the file';
	answers['/a.png'] = () => ({ body: png });
	answers['/b.jpg'] = () => ({ body: jpeg });
	const [png, jpeg] = await Promise.all([
		plain(900, 300)
			.withExif({ IFD0: { Copyright: secret } })
			.png()
			.toBuffer(),
		plain(10, 10).jpeg().toBuffer(),
	]);
	await run(['/a.png', '/b.jpg']);
	for (const { hash, problem } of await stored()) {
		expect(problem).toBeNull();
		const bytes = await selectPicture(app, hash as string);
		expect(bytes?.includes(secret)).toBe(false);
		expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: PICTURE_SIZE, height: PICTURE_SIZE });
	}
});

test.each<[string, Buffer | string, RegExp]>([
	['an HTML page', '<!doctype html><h1>Hello</h1>', /unsupported/],
	['more than 2 MB', Buffer.alloc(2 * 1024 * 1024 + 1), /too-large/],
])('a picture is rejected: %s', async (_, body, problem) => {
	answers['/bad'] = () => ({ body });
	answers['/good'] = () => ({ body: good });
	const good = await plain(20, 20).webp().toBuffer();
	await run(['/bad', '/good']);
	expect(await stored()).toEqual([
		{ path: '/bad', hash: null, problem: expect.stringMatching(problem) },
		{ path: '/good', hash: expect.any(String), problem: null },
	]);
});

test('an endless response is rejected', async () => {
	await expect(fetchPicture(`${origin}/endless`, [origin])).rejects.toThrow('too-large');
});

test('a redirect is rejected and not followed', async () => {
	answers['/away'] = () => ({ status: 302, headers: { location: `${origin}/good` }, body: '' });
	await expect(fetchPicture(`${origin}/away`, [origin])).rejects.toThrow('HTTP status 302');
	expect(requests).toEqual(['/away']);
});

test('an address on plain http or in our own network is rejected', async () => {
	await expect(fetchPicture(`${origin}/a.png`, [])).rejects.toThrow('not an https URL');
	for (const host of ['127.0.0.1', '[::1]', 'localhost', '10.0.0.7', '169.254.169.254', '[::ffff:10.0.0.7]']) {
		await expect(fetchPicture(`https://${host}:${new URL(origin).port}/a.png`, []), host).rejects.toThrow(
			'public address',
		);
	}
	expect(requests).toEqual([]);
});

test.each([
	['8.8.8.8', true],
	['2606:4700::1', true],
	['192.168.1.1', false],
	['100.64.0.1', false],
	['0.0.0.0', false],
	['::', false],
	['fe80::1', false],
	['fd00::1', false],
	['64:ff9b::a00:1', false],
	['2002:a00:1::', false],
	['::ffff:8.8.8.8', false],
	['not an address', false],
])('the address %s is public: %s', (address, is) => expect(isPublic(address)).toBe(is));

test('a failing picture is retried less and less often, and the previous one stays', async () => {
	const good = await plain(20, 20).png().toBuffer();
	answers['/a'] = () => ({ body: good });
	await run(['/a']);
	const [before] = await stored();
	answers['/a'] = () => ({ status: 500, body: '' });
	nowMs += 7 * 24 * 3_600_000;
	await run(['/a']);
	expect(await stored()).toEqual([{ ...before, problem: 'HTTP status 500' }]);
	const count = requests.length;
	await run(['/a']);
	nowMs += 59 * 60_000;
	await run(['/a']);
	expect(requests).toHaveLength(count);
	nowMs += 60_000;
	await run(['/a']);
	expect(requests).toHaveLength(count + 1);
});

test('an unused picture is deleted after 30 days', async () => {
	const good = await plain(20, 20).png().toBuffer();
	answers['/a'] = () => ({ body: good });
	await run(['/a']);
	const [{ hash } = { hash: '' }] = await stored();
	nowMs += 31 * 24 * 3_600_000;
	await run([]);
	expect(await stored()).toEqual([]);
	expect(await selectPicture(app, hash as string)).toBeUndefined();
});
