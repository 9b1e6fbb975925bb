import { expect, test } from 'vitest';
import { backOffMs, isUsable, readAccessToken, refreshDelayMs } from './access-token.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 21);

function jwt(claims: object): string {
	return `e30.${btoa(JSON.stringify(claims))}.signature`;
}

test("a token's lifetime comes from the server and does not depend on the local clock", () => {
	const serverNow = now + 3 * 60 * minute;
	const token = jwt({ sub: 'u-1', iat: serverNow / 1_000 });
	expect(readAccessToken({ token, expiresAt: serverNow + 60 * minute }, now)).toEqual({
		token,
		uid: 'u-1',
		expiresAtMs: now + 60 * minute,
	});
});

test('returns undefined for tokens that are malformed or lack a subject', () => {
	for (const token of ['', 'opaque', 'a.b.c', jwt({ iat: 1 }), jwt({ sub: 5 })]) {
		expect(readAccessToken({ token, expiresAt: now }, now)).toBeUndefined();
	}
});

test('a token counts as expired 30 s early and is renewed five minutes early', () => {
	const token = { token: 't', uid: 'u', expiresAtMs: now + 60 * minute };
	expect(isUsable(token, now + 60 * minute - 30_001)).toBe(true);
	expect(isUsable(token, now + 60 * minute - 30_000)).toBe(false);
	expect(refreshDelayMs(token, now)).toBe(55 * minute);
	expect(refreshDelayMs(token, now + 59 * minute)).toBe(0);
});

test('failed renewals wait 30 s, doubling up to 16 minutes', () => {
	expect([1, 2, 3, 4, 5, 6, 7, 50].map(backOffMs)).toEqual(
		[0.5, 1, 2, 4, 8, 16, 16, 16].map((minutes) => minutes * minute),
	);
});
