import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { ORIGIN, openSite, type Site } from './sites/identity-site.ts';
import type { Json } from './sites/json-client.ts';
import { openTestDatabase } from './support/database.ts';

const ROUNDS = Number(process.env.LOOTPASS_ROUNDS ?? 1);
const AT_ONCE = process.env.LOOTPASS_ROUNDS ? 1_000 : 300;
const ROUND_TIMEOUT_MS = 60_000;

const database = openTestDatabase();
const env = { DATABASE_POOL: '12' };
const nodes = [openSite(database, { env }), openSite(database, { env })] as const;
beforeAll(() => {
	for (const { deps } of nodes) deps.db.pool.options.connectionTimeoutMillis = ROUND_TIMEOUT_MS;
});
const browser = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' };

async function everywhere(request: (node: Site) => Promise<LightMyRequestResponse>) {
	const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => request(nodes[index % 2 ? 1 : 0])));
	const good: Json[] = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json());
	const others = new Set(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200));
	return { good, refused: [...others] };
}

async function sessionsOf(uid: string): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*)::int as count from auth_session where user_id = ${uid}
	`.execute(database.owner);
	return rows[0]?.count ?? 0;
}

describe(`a hand-off code redeemed by ${AT_ONCE} concurrent requests on two nodes`, () => {
	test.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
		'creates one session: round %i',
		async () => {
			const { uid, accessToken } = await nodes[0].signUp();
			const address = (await nodes[0].call('createWebSession', null, accessToken)).json().result.token;

			const exchanged = await everywhere((node) => node.call('verifyWebSession', { token: address }));
			expect([exchanged.good.length, exchanged.refused]).toEqual([1, [401]]);
			const [{ result: exchange }] = exchanged.good as [Json];

			const signedIn = await everywhere((node) => node.post('/auth/sign-in/custom-token', exchange, browser));
			expect([signedIn.good.length, signedIn.refused]).toEqual([1, [401]]);
			expect(await sessionsOf(uid)).toBe(2);
		},
		ROUND_TIMEOUT_MS,
	);
});
