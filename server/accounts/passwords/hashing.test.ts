import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { LightMyRequestResponse } from 'fastify';
import { cookieOf, newEmail, ORIGIN, openSite, PASSWORD, signUpForm } from '../../../test/sites/identity-site.ts';
import { cheapPasswords } from '../../../test/support/cheap-passwords.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { solveWork } from '../../../web/accounts/session/solve-work.ts';
import { createHashPool, HASHES_AT_ONCE, type PasswordHashing } from './hashing.ts';

/** Records started hashes and can hold their completion. */
function watchedHashing() {
	const begun: string[] = [];
	let held: (() => void)[] | undefined;
	async function note(what: string): Promise<void> {
		begun.push(what);
		if (held) await new Promise<void>((resolve) => held?.push(resolve));
	}
	const hashing: PasswordHashing = {
		async hash(password) {
			await note('hash');
			return cheapPasswords.hash(password);
		},
		async verify(attempt) {
			await note('verify');
			return cheapPasswords.verify(attempt);
		},
	};
	return {
		begun,
		hashing,
		hold() {
			held = [];
		},
		endOne: () => held?.shift()?.(),
		endAll() {
			const rest = held ?? [];
			held = undefined;
			for (const end of rest) end();
		},
	};
}

const startedAt = Date.now();
const watched = watchedHashing();
const { begun } = watched;
const database = openTestDatabase({ poolSize: 20 });
const site = openSite(database, {
	env: { RATE_LIMITS: 'on', DATABASE_POOL: '20' },
	passwordHashing: watched.hashing,
	// Time stops, so that waiters do not give up on a slow machine.
	clock: { now: () => startedAt },
});
const wrongCode = (n: number) => ({ code: String(n).padStart(43, 'x'), password: 'correct staple battery' });

let addresses = 0;
const strangeAddress = () => `10.9.${++addresses >> 8}.${addresses & 255}`;
const post = (path: string, payload: object, ip: string, more = {}): Promise<LightMyRequestResponse> =>
	site.post(`/auth${path}`, payload, { origin: ORIGIN, ...more }, ip);
const statuses = (answers: readonly LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode);
const count = (all: readonly number[], wanted: number) => all.filter((each) => each === wanted).length;

beforeEach(() => {
	watched.endAll();
	begun.length = 0;
});

test('a flood of wrong password-reset codes from one IP is refused with 429 after ten lookups, and nothing is hashed', async () => {
	const ip = strangeAddress();
	const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => post('/reset-password', wrongCode(n), ip)));
	expect(begun).toEqual([]);
	expect(count(statuses(answers), 400)).toBe(10);
	expect(count(statuses(answers), 429)).toBe(140);
	expect(answers.every(({ statusCode, headers }) => statusCode === 400 || headers['retry-after'])).toBe(true);
});

test('a flood of wrong password-reset codes from two hundred IPs causes no hashing', async () => {
	const flood = Array.from({ length: 200 }, (_, n) => post('/reset-password', wrongCode(n), strangeAddress()));
	expect(count(statuses(await Promise.all(flood)), 400)).toBe(200);
	expect(begun).toEqual([]);
});

test('a flood of wrong password-reset codes from many IPv6 subnets of one site shares one limit', async () => {
	const line = (n: number) => `2001:db8:77:${n.toString(16)}::1`;
	const flood = Array.from({ length: 80 }, (_, n) => post('/reset-password', wrongCode(n), line(n)));
	expect(count(statuses(await Promise.all(flood)), 400)).toBe(50);
});

test('a flood of sign-ups from many IPs delays a sign-in by a few hashes only', async () => {
	const { email } = await site.signUp();
	begun.length = 0;
	watched.hold();
	const flood = Array.from({ length: 150 }, () => post('/sign-up/email', signUpForm(), strangeAddress()));
	await vi.waitFor(() => expect(begun).toHaveLength(HASHES_AT_ONCE));
	const signIn = post('/sign-in/email', { email, password: PASSWORD }, strangeAddress());
	for (let ended = 0; !begun.includes('verify') && ended < 20; ended += 1) {
		const before = begun.length;
		watched.endOne();
		await vi.waitFor(() => expect(begun.length).toBeGreaterThan(before));
	}
	expect(begun).toContain('verify');
	watched.endAll();
	expect((await signIn).statusCode).toBe(200);
	expect(count(statuses(await Promise.all(flood)), 200)).toBe(150);
});

type SignIn = { email: string; password?: string; ip?: string; cookie?: string; 'x-lootpass-work'?: string };

function signIn({ email, password = PASSWORD, ip = strangeAddress(), ...headers }: SignIn) {
	return post('/sign-in/email', { email, password }, ip, headers);
}

const guess = (ip: string) => signIn({ email: newEmail(), password: 'wrong horse battery', ip });

/** The first hashes run; the other guesses wait. */
async function floodFrom(networks: readonly string[]): Promise<Promise<LightMyRequestResponse>[]> {
	begun.length = 0;
	watched.hold();
	const first = networks.slice(0, HASHES_AT_ONCE).map(guess);
	await vi.waitFor(() => expect(begun).toHaveLength(HASHES_AT_ONCE));
	const flood = [...first, ...networks.slice(HASHES_AT_ONCE).map(guess)];
	await untilWaiting(networks.length - HASHES_AT_ONCE);
	return flood;
}

const untilWaiting = (count: number) => vi.waitFor(() => expect(site.identity.hashing.waiting()).toBe(count));

async function endHashes(count: number): Promise<string[]> {
	for (let ended = 0; ended < count; ended += 1) {
		const before = begun.length;
		watched.endOne();
		await vi.waitFor(() => expect(begun).toHaveLength(before + 1));
	}
	return begun.slice(-count);
}

const knownDeviceOf = async (email: string) => cookieOf(await signIn({ email }), 'lootpass.known_devices=');

test.each([
	['IPv4 addresses', strangeAddress],
	['IPv6 /48', (n: number) => `2a01:${n.toString(16)}:7::1`],
])('guesses from %s are hashed after known devices and newcomers', async (_kind, networkOf) => {
	const [owner, newcomer] = [await site.signUp(), await site.signUp()];
	const cookie = await knownDeviceOf(owner.email);
	const networks = Array.from({ length: 40 + HASHES_AT_ONCE }, (_, n) => networkOf(n));
	await Promise.all(networks.map(guess));
	const flood = await floodFrom(networks.splice(20));
	const correct = { owner: signIn({ ...owner, cookie }), newcomer: signIn(newcomer) };
	await untilWaiting(20 + 2);
	flood.push(...networks.map(guess));
	await untilWaiting(40 + 2);
	expect(await endHashes(2)).toEqual(['verify', 'verify']);
	await endHashes(HASHES_AT_ONCE - 1);
	expect((await correct.owner).statusCode).toBe(200);
	await endHashes(1);
	expect((await correct.newcomer).statusCode).toBe(200);
	watched.endAll();
	expect(new Set(statuses(await Promise.all(flood)))).toEqual(new Set([401]));
});

test('a proof of work gives priority once, and is not required', async () => {
	const [{ email }, other] = [await site.signUp(), await site.signUp()];
	const ip = strangeAddress();
	for (let tries = 0; tries < 3; tries += 1) await guess(ip);
	const flood = await floodFrom(Array.from({ length: 40 + HASHES_AT_ONCE }, strangeAddress));
	const asked = await signIn({ email, ip, 'x-lootpass-work': 'ready' });
	expect([asked.statusCode, asked.headers['retry-after']]).toEqual([429, '1']);
	const work = await solveWork(String(asked.headers['x-lootpass-work']));
	const elsewhere = await signIn({ email, 'x-lootpass-work': work ?? '' });
	expect([elsewhere.statusCode, elsewhere.headers]).toMatchObject([429, { 'x-lootpass-work': /^15\./ }]);
	const without = signIn(other);
	const solved = signIn({ email, ip, 'x-lootpass-work': work ?? '' });
	await untilWaiting(40 + 2);
	expect((await signIn({ email, ip, 'x-lootpass-work': work ?? '' })).statusCode).toBe(429);
	expect(await endHashes(2)).toEqual(['verify', 'verify']);
	watched.endAll();
	expect(statuses(await Promise.all([solved, without]))).toEqual([200, 200]);
	await Promise.all(flood);
	expect((await signIn({ email, 'x-lootpass-work': 'ready' })).statusCode).toBe(200);
});

test('the oldest guess is refused when too many newcomers wait, but never a known device', async () => {
	const owner = await site.signUp();
	const cookie = await knownDeviceOf(owner.email);
	const flood = await floodFrom(Array.from({ length: 48 + HASHES_AT_ONCE }, strangeAddress));
	const known = signIn({ ...owner, cookie });
	const newest = guess(strangeAddress());
	expect((await Promise.race(flood)).statusCode).toBe(429);
	watched.endAll();
	expect(statuses(await Promise.all([known, newest]))).toEqual([200, 401]);
	expect(count(statuses(await Promise.all(flood)), 429)).toBe(1);
});

test("many known devices of one account share their network's limit", async () => {
	const { email } = await site.signUp();
	const cookies = await Promise.all(Array.from({ length: 30 }, () => knownDeviceOf(email)));
	const ip = strangeAddress();
	const attempt = async (cookie: string | undefined) => (await signIn({ email, ip, cookie })).statusCode;
	// One after another, so that none is refused because others wait too long.
	for (const cookie of cookies.slice(0, 20)) expect(await attempt(cookie)).toBe(200);
	expect(await Promise.all(cookies.slice(20).map(attempt))).toEqual(Array(10).fill(429));
});

const pool = createHashPool();
const password = 'Ångström battery';
afterAll(pool.close);

test("the hash pool reads and writes better-auth's format, also after its threads have ended", async () => {
	const theirs = await hashPassword(password);
	const verified = [password, 'x'].map((each) => pool.verify({ hash: theirs, password: each }));
	expect(await Promise.all(verified)).toEqual([true, false]);
	await pool.close();
	expect(await verifyPassword({ hash: await pool.hash(password), password })).toBe(true);
});

test('the hash pool refuses a stored hash without a salt', async () => {
	await expect(pool.verify({ hash: 'x', password })).rejects.toThrow('the stored hash is invalid');
});
