import { randomUUID } from 'node:crypto';
import { type Found, readAuthentic } from '../../../test/partners/authentic.ts';
import { mutate, mutationRun } from '../../../test/partners/mutations.ts';
import { PARTNER_IP, PATH_KEY, PUBLIC_URL, type Signed, signed, wallEntries } from '../../../test/partners/play.ts';
import { createRandom } from '../../../test/partners/random.ts';
import { createRawConnection } from '../../../test/partners/raw-connection.ts';
import { parametersText, type Shot, shotOf, wireText } from '../../../test/partners/shot.ts';
import { openTestProduct } from '../../../test/sites/product.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { fixtures } from '../partners/documented/postbacks.ts';
import { toWalls, type Wall } from '../walls/wall.ts';
import { readRequest } from './reading/read-request.ts';

const { count: COUNT, seed: SEED } = mutationRun;
const SENDERS = 16;
const REFUSAL =
	/\b(FORBIDDEN|INVALID SIGNATURE|MALFORMED|CONFLICT|WRONG METHOD|ADDRESS TOO LONG|REFUSED|UNKNOWN WALL)\b/g;
const LONG_MS = 15 * 60_000;

const { product, database } = openTestProduct({
	walls: wallEntries({}, { formats: true }),
	env: { SANDBOX: 'off', PUBLIC_URL, TRUSTED_PROXIES: '127.0.0.1,::1' },
});
const walls = new Map(toWalls(wallEntries({}, { formats: true }), 'test').map((wall) => [wall.id, wall]));
const names = Object.keys(fixtures);

type Mutation = { original: Signed; shot: Shot; wall: Wall; path: string; authentic: Found | undefined };

function mutation(n: number, uids: ReadonlyMap<string, string>): Mutation {
	// A separate seed, so that one mutation can be reproduced.
	const random = createRandom(SEED + n);
	const partner = random.pick(names);
	const fixture = fixtures[partner];
	const wall = walls.get(fixture?.entry?.pathKey || random.chance(0.5) ? partner : `${partner}-keyed`) as Wall;
	const path = `/postback/${wall.id}${wall.pathKey ? `/${PATH_KEY}` : ''}`;
	const event = random.pick([{}, {}, {}, {}, fixture?.reversal, fixture?.bonus, fixture?.pending]);
	const transaction = `tx${String(n).padStart(8, '0')}`;
	const original = signed(partner, uids.get(partner) ?? '', transaction, event, { wall: wall.id, path });
	const way = random.pick(waysTo(wall, path));
	const text = parametersText(partner, Object.entries(original.fields));
	const untouched = wireText(shotOf(original, { path, ip: PARTNER_IP, text }));
	const signedText = signedTextIn(wall, path, text);
	// The same signed text with another split passes until the genuine one is booked: tampering.test.ts.
	const isCutOtherwise = (shot: Shot) => {
		const other = signedTextIn(wall, path, bodyOrQuery(wall, shot));
		return other !== undefined && other.text === signedText?.text && other.cut !== signedText.cut;
	};
	let shot = mutate(original, way, random);
	while (wireText(shot) === untouched || isCutOtherwise(shot)) shot = mutate(original, way, random);
	const isListed = wall.allowedIps.length > 0;
	return { original, shot, wall, path, authentic: readAuthentic(original, shot, { path, isListed }) };
}

const bodyOrQuery = (wall: Wall, shot: Shot) => (wall.partner.arrival === 'query' ? (shot.query ?? '') : shot.body);

function read(wall: Wall, path: string, text: string, headers: Record<string, string> = {}) {
	const isPosted = wall.partner.arrival !== 'query';
	const sent = isPosted
		? { method: 'POST', address: path, body: text }
		: { method: 'GET', address: `${path}?${text}`, body: '' };
	return readRequest(wall, { ...sent, ip: PARTNER_IP, headers }, PUBLIC_URL);
}

function signedTextIn(wall: Wall, path: string, text: string) {
	const event = read(wall, path, text);
	return 'refused' in event ? undefined : event.signedText;
}

/** An attacker may lack the path key and the partner's address. */
function waysTo(wall: Wall, path: string): { path: string; ip: string }[] {
	const way = { path, ip: PARTNER_IP };
	if (!wall.pathKey) return [way];
	return [way, way, way, { ...way, path: `/postback/${wall.id}` }, { ...way, ip: '198.51.100.7' }];
}

const report = (n: number, { shot }: Mutation) =>
	`LOOTPASS_SEED=${SEED + n} (the first one of that run): ${wireText(shot)}`;

test('the reader accepts no mutation of a signed part', { timeout: LONG_MS }, () => {
	const uids = new Map(names.map((partner) => [partner, randomUUID()]));
	const count = COUNT ?? 3_000;
	const tally = { touched: 0, untouched: 0 };
	for (let n = 0; tally.touched < count; n += 1) {
		const one = mutation(n, uids);
		const { shot, wall, path, original } = one;
		const isPosted = wall.partner.arrival !== 'query';
		const text = bodyOrQuery(wall, shot);
		const headers = Object.fromEntries(
			[...Map.groupBy(shot.headers, ([name]) => name)].map(([name, given]) => [
				name,
				given.map(([, value]) => value).join(', '),
			]),
		);
		const event = read(wall, path, text, headers);
		const method = isPosted ? 'POST' : 'GET';
		const sent = shot.headers.filter(([name]) => name !== 'content-length');
		const there = { ...shot, method, path, query: isPosted ? undefined : text, headers: sent };
		const isAuthentic = readAuthentic(original, there, { path, isListed: false }) !== undefined;
		tally[isAuthentic ? 'untouched' : 'touched'] += 1;
		// A bare hash also holds for a shifted user id, which belongs to no user.
		const isBookable = !('refused' in event) && event.uid === uids.get(original.partner);
		if (isBookable) expect(isAuthentic, report(n, one)).toBe(true);
	}
	console.log(`seed ${SEED}: postbacks read with what is signed ${JSON.stringify(tally)}`);
});

test('over HTTP no unauthentic mutation is booked, no response is a 5xx, and refusals are logged', {
	timeout: LONG_MS,
}, async () => {
	const count = COUNT ?? 1_000;
	const uids = new Map(names.map((partner) => [partner, randomUUID()]));
	for (const uid of uids.values()) await openWallet(database.app, uid);
	const allowed = new Set<string>();
	const answers = new Map<number, number>();
	const tally = { touched: 0, untouched: 0, refusals: 0, brokenOff: 0, bodiless: 0 };

	async function sendOne(n: number, send: ReturnType<typeof createRawConnection>['send']): Promise<void> {
		const one = mutation(n, uids);
		const { transactionId, uid } = one.wall.partner.parameters;
		if (one.authentic) allowed.add(`${one.authentic.get(uid)} ${one.wall.id} ${one.authentic.get(transactionId)}`);
		tally[one.authentic ? 'untouched' : 'touched'] += 1;
		const { statuses, body } = await send(wireText(one.shot), one.shot.endsConnection).catch((cause) => {
			throw new Error(`no answer. ${report(n, one)}`, { cause });
		});
		const named = body.match(REFUSAL)?.length ?? 0;
		tally.refusals += named;
		// Trailing data is not HTTP: the connection closes, and the response may be lost.
		if (one.shot.endsConnection && statuses.at(-1) === 400) tally.brokenOff += 1;
		// Responses without a body: to HEAD, and by Node itself.
		tally.bodiless += Math.max(0, statuses.filter((status) => status >= 400).length - named);
		expect(statuses.length, report(n, one)).toBeGreaterThan(0);
		for (const status of statuses) {
			answers.set(status, (answers.get(status) ?? 0) + 1);
			expect(status, report(n, one)).toBeLessThan(500);
		}
	}

	let next = 0;
	let isOver = false;
	const port = Number(new URL(product().url).port);
	await Promise.all(
		Array.from({ length: SENDERS }, async () => {
			const connection = createRawConnection(port);
			try {
				while (tally.touched < count && !isOver) {
					next += 1;
					await sendOne(next - 1, connection.send);
				}
			} finally {
				isOver = true;
				connection.close();
			}
		}),
	);
	console.log(`seed ${SEED}: postbacks sent with what is signed ${JSON.stringify(tally)}`);
	console.log(`answers: ${JSON.stringify(Object.fromEntries([...answers].toSorted()))}`);

	const booked = await rowsOf<{ uid: string; reference: string; kind: string; amount: number; at: Date }>(
		database.owner,
	)`
		select uid, reference, kind, amount from transfers where uid = any(${[...uids.values()]}::uuid[])
			and kind in ('credit', 'credit-hold')
	`;
	const notAllowed = booked.filter(({ uid, reference }) => {
		const [, wall, transaction] = reference.split('/');
		return !allowed.has(`${uid} ${wall} ${transaction}`);
	});
	expect(notAllowed, `seed ${SEED}`).toEqual([]);
	const changed = booked.filter(({ reference, amount }) => {
		const [, id = ''] = reference.split('/');
		const partner = id.replace(/-keyed$/, '');
		const { reward } = walls.get(id)?.partner.parameters ?? {};
		return fixtures[partner]?.covered.includes(reward ?? '') && amount !== 10_000;
	});
	expect(changed, `seed ${SEED}`).toEqual([]);

	await product().deps.postbacks.drain();
	const stored = await rowsOf<{ count: number }>(database.owner)`
		with kept as materialized (
			select count(*) as count from callbacks
			where outcome in ('bad-signature', 'not-understood', 'malformed', 'forbidden', 'conflict') and why is not null
		)
		select (count + coalesce((select sum(times) from unkept_callbacks), 0))::int as count from kept
	`;
	expect(stored[0]?.count).toBeGreaterThanOrEqual(tally.refusals);
	expect(stored[0]?.count).toBeLessThanOrEqual(tally.refusals + tally.brokenOff + tally.bodiless);
});
