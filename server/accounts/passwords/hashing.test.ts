import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ORIGIN, openSite, PASSWORD, signUpForm } from '../../../test/sites/identity-site.ts';
import { cheapPasswords } from '../../../test/support/cheap-passwords.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import type { PasswordHashing } from './hashing.ts';

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

const watched = watchedHashing();
const { begun } = watched;
const database = openTestDatabase({ poolSize: 20 });
const site = openSite(database, {
	env: { RATE_LIMITS: 'on', DATABASE_POOL: '20' },
	passwordHashing: watched.hashing,
});
const HASHES_AT_ONCE = 4;
const wrongCode = (n: number) => ({ code: String(n).padStart(43, 'x'), password: 'correct staple battery' });

let addresses = 0;
const strangeAddress = () => `10.9.${++addresses >> 8}.${addresses & 255}`;
const post = (path: string, payload: object, remoteAddress: string): Promise<LightMyRequestResponse> =>
	site.app.inject({ method: 'POST', url: `/auth${path}`, payload, remoteAddress, headers: { origin: ORIGIN } });
const statuses = (answers: readonly LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode);
const count = (all: readonly number[], wanted: number) => all.filter((each) => each === wanted).length;

beforeEach(() => {
	begun.length = 0;
});

describe('a flood of wrong password-reset codes', () => {
	test('from one IP is refused with 429 after ten lookups, and nothing is hashed', async () => {
		const ip = strangeAddress();
		const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => post('/reset-password', wrongCode(n), ip)));
		expect(begun).toEqual([]);
		expect(count(statuses(answers), 400)).toBe(10);
		expect(count(statuses(answers), 429)).toBe(140);
		expect(answers.every(({ statusCode, headers }) => statusCode === 400 || headers['retry-after'])).toBe(true);
	});

	test('from two hundred IPs causes no hashing', async () => {
		const flood = Array.from({ length: 200 }, (_, n) => post('/reset-password', wrongCode(n), strangeAddress()));
		expect(count(statuses(await Promise.all(flood)), 400)).toBe(200);
		expect(begun).toEqual([]);
	});

	test('from many IPv6 subnets of one site shares one limit', async () => {
		const line = (n: number) => `2001:db8:77:${n.toString(16)}::1`;
		const flood = Array.from({ length: 80 }, (_, n) => post('/reset-password', wrongCode(n), line(n)));
		expect(count(statuses(await Promise.all(flood)), 400)).toBe(50);
	});
});

describe('a flood of sign-ups from many IPs', () => {
	test('delays a sign-in by a few hashes only', async () => {
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
});
