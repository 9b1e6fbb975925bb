import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { dataEndpoints } from '../../contract/data.ts';
import { openAdminSite } from '../../test/sites/admin-site.ts';
import type { Person } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';

const database = openTestDatabase();
const site = openAdminSite(database);
const strict = openAdminSite(database, { env: { REQUIRE_ADMIN_TOTP: 'on' } });

const addresses = Object.entries(dataEndpoints).flatMap(([address, { access, ...rest }]) =>
	access === 'admin' && 'answer' in rest ? [address.slice('GET '.length)] : [],
);
const names = Object.entries(calls).flatMap(([name, { access }]) => (access === 'admin' ? [name] : []));
const aboutUnknownUser = { uid: randomUUID(), reason: 'For no reason.' };
const payloads: Record<string, unknown> = {
	adminGetUsers: null,
	adminGetSessions: { uid: aboutUnknownUser.uid },
	adminFindCallbacks: {},
	adminReplayCallback: { id: '1' },
	adminGetUser: { uid: aboutUnknownUser.uid },
	adminGetUserLedger: { uid: aboutUnknownUser.uid },
	adminGetUserOffers: { uid: aboutUnknownUser.uid },
	adminGetUserWithdrawals: { uid: aboutUnknownUser.uid },
	adminAdjustBalance: { ...aboutUnknownUser, amount: 1, requestId: randomUUID() },
	adminDecideAdjustment: { uid: aboutUnknownUser.uid, id: randomUUID(), approve: true },
	adminGetAdjustments: {},
	adminGetActions: {},
	adminGetLog: {},
	adminGetFraudCases: {},
	adminHandleFraudCases: { uids: [aboutUnknownUser.uid], deed: 'watch', reason: aboutUnknownUser.reason },
	adminGetFraudPrecision: null,
	adminGetFraudNotes: { uid: aboutUnknownUser.uid },
};

async function answers(at: typeof site, who: Person | undefined): Promise<string[]> {
	const shown: string[] = [];
	const note = (body: { error?: { status: string; details?: { reason?: string } } }) =>
		shown.push(body.error ? `${body.error.status} ${body.error.details?.reason ?? ''}`.trim() : 'OK');
	const headers = who ? { authorization: `Bearer ${who.accessToken}` } : {};
	for (const address of addresses) note((await at.get(address, headers as Record<string, string>)).json());
	for (const name of names)
		note((await at.call(name, name in payloads ? payloads[name] : aboutUnknownUser, who?.accessToken)).json());
	return [...new Set(shown)];
}

test('the admin area has at least nine calls to check', () => expect(names.length).toBeGreaterThanOrEqual(9));

// spec: 5.admin-role
test('every admin endpoint rejects guests, users, banned admins and forged tokens', async () => {
	expect(await answers(site, undefined)).toEqual(['UNAUTHENTICATED must-be-logged-in']);
	expect(await answers(site, await site.signUp())).toEqual(['PERMISSION_DENIED permission-denied']);
	const banned = await site.admin();
	await site.ban(banned.uid, 'Misused the admin area.');
	expect(await answers(site, banned)).toEqual(['PERMISSION_DENIED banned']);
	const forged = { ...banned, accessToken: `${banned.accessToken.slice(0, -4)}AAAA` };
	expect(await answers(site, forged)).toEqual(['UNAUTHENTICATED unauthenticated']);
});

test('every admin endpoint rejects an admin whose session ended', async () => {
	const admin = await site.admin();
	await sql`delete from auth_session where user_id = ${admin.uid}`.execute(database.owner);
	expect(await answers(site, admin)).toEqual(['UNAUTHENTICATED unauthenticated']);
});

test('if a second factor is required, admins without a verified one are rejected everywhere', async () => {
	const admin = await strict.admin();
	expect(await answers(strict, admin)).toEqual(['PERMISSION_DENIED totp-not-set-up']);
	await sql`update auth_user set two_factor_enabled = true where id = ${admin.uid}`.execute(database.owner);
	expect(await answers(strict, admin)).toEqual(['PERMISSION_DENIED totp-required']);
	expect(await answers(site, admin)).toEqual(['PERMISSION_DENIED totp-required']);
	await sql`update auth_session set second_factor = true where user_id = ${admin.uid}`.execute(database.owner);
	const served = await answers(strict, admin);
	expect(served).toContain('OK');
	expect(served.filter((answer) => /PERMISSION_DENIED|UNAUTHENTICATED/.test(answer))).toEqual([]);
});
