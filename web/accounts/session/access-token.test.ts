import { readAccessToken } from './access-token.ts';

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
