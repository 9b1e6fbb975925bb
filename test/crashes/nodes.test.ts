import { sql } from 'kysely';
import { banUser } from '../../server/accounts/user-record/restrict-user.ts';
import { inTransaction } from '../../server/lib/db/database.ts';
import { requirePermission } from '../../server/lib/http/callers.ts';
import { bearer, type Json, request, send } from '../sites/json-client.ts';
import { type Node, openNode, openTestProduct } from '../sites/product.ts';
import { openVisitors } from '../sites/visitor.ts';
import { leastMs } from '../support/least-ms.ts';
import { soon, usersOf } from '../support/users.ts';

const opened = openTestProduct({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } });
const { product: here, database } = opened;
const there = openNode(opened);
const { codeFrom } = openVisitors(here);
const users = usersOf(here);

let addresses = 0;
const newAddress = () => `203.0.113.${++addresses}`;

async function signUp() {
	const person = await users.signUp({ 'x-forwarded-for': newAddress() });
	return { ...person, access: bearer(person.accessToken) };
}

const call = async ({ url }: { url: string }, access: Record<string, string>): Promise<Json> => {
	const { body } = await send('POST', `${url}/api/createUser`, { data: null }, access);
	return body.error?.details?.reason ?? body.error?.status ?? 'OK';
};

async function roleAt({ deps }: Node, access: Record<string, string>): Promise<string> {
	const actor = await deps.identity.authenticate({ headers: access } as never);
	if (!actor) return 'nobody';
	try {
		requirePermission(actor, 'read-dashboard');
		return 'admin';
	} catch {
		return 'user';
	}
}

async function openStream({ url }: { url: string }, { uid, access }: { uid: string; access: Record<string, string> }) {
	const response = await fetch(`${url}/data/users/${uid}/live`, { headers: access });
	expect(response.status).toBe(200);
	let begun = false;
	const ended = (async () => {
		for await (const _ of response.body ?? []) begun = true;
		return Date.now();
	})();
	await vi.waitFor(() => expect(begun).toBe(true), soon);
	return { ended };
}

const ways = {
	'a sign-out': async ({ session }) => {
		await send('POST', `${here().url}/auth/sign-out`, {}, session);
	},
	'a ban': async ({ uid }) => {
		await inTransaction(here().deps.db, (tx) => banUser(tx, { uid, reason: 'Cheating.', atMs: Date.now() }));
	},
	'the end of the account': async ({ uid }) => {
		await sql`delete from auth_user where id = ${uid}`.execute(database.owner);
	},
	'a new password by mail': async ({ email }) => {
		await send('POST', `${here().url}/auth/request-password-reset`, { email });
		const code = await codeFrom(email, /new password/);
		const reset = { code, password: 'another staple entirely' };
		expect((await send('POST', `${here().url}/auth/reset-password`, reset)).status).toBe(200);
	},
} satisfies Record<string, (person: Awaited<ReturnType<typeof signUp>>) => Promise<void>>;

test.each(Object.entries(ways))(
	'every node ends sessions at once, and streams within a second, after %s',
	async (what, happen) => {
		const livesOnMs = await leastMs(1_000, async () => {
			const person = await signUp();
			expect([await call(here(), person.access), await call(there(), person.access)]).toEqual(['OK', 'OK']);
			const stream = await openStream(there(), person);
			await happen(person);
			const happenedAtMs = Date.now();
			const refusal = what === 'a ban' ? 'banned' : 'unauthenticated';
			expect([await call(there(), person.access), await call(here(), person.access)]).toEqual([refusal, refusal]);
			for (const { url } of [here(), there()]) {
				expect((await request(`${url}/auth/token`, { headers: person.session })).status).toBe(401);
			}
			return (await stream.ended) - happenedAtMs;
		});
		expect(livesOnMs).toBeLessThan(1_000);
	},
);

// spec: 3.role
test('a granted or revoked role applies from the next request', async () => {
	const { uid, access } = await signUp();
	const setRole = (role: string | null) =>
		sql`update users set role = ${role} where uid = ${uid}`.execute(database.owner);
	for (const [role, seen] of [
		['Admin', 'admin'],
		[null, 'user'],
		['admin', 'user'],
		['Administrator', 'user'],
		['Admin', 'admin'],
	] as const) {
		await setRole(role);
		expect([await roleAt(here(), access), await roleAt(there(), access)]).toEqual([seen, seen]);
	}
});

test('password guesses are limited on all nodes, and the response says how long to wait', async () => {
	const { email } = await signUp();
	const guess = ({ url }: Node, password: string) =>
		send('POST', `${url}/auth/sign-in/email`, { email, password }, { 'x-forwarded-for': newAddress() });
	for (let tries = 0; tries < 5; tries += 1) {
		for (const node of [here(), there()]) expect((await guess(node, 'wrong horse battery')).status).toBe(401);
	}
	const nodes = [here(), there(), here(), there(), here(), there()];
	const answers = await Promise.all(nodes.map((node) => guess(node, 'wrong horse battery')));
	const refused = answers.filter(({ status }) => status === 429);
	expect(refused.length).toBeGreaterThanOrEqual(5);
	expect(refused[0]?.body.code).toBe('auth/too-many-requests');
	expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a link preview does not use up the hand-off token', async () => {
	await sql`delete from rate_limits`.execute(database.owner);
	const { uid, access } = await signUp();
	const { body } = await send('POST', `${here().url}/api/createWebSession`, { data: null }, access);
	for (const method of ['GET', 'HEAD']) await fetch(body.result.url, { method }).then((page) => page.text());
	const exchanged = await send('POST', `${here().url}/api/verifyWebSession`, { data: { token: body.result.token } });
	expect(exchanged.status).toBe(200);
	const signedIn = await send('POST', `${there().url}/auth/sign-in/custom-token`, exchanged.body.result);
	expect(signedIn.body.user.id).toBe(uid);
});
