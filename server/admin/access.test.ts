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

const addresses = Object.entries(dataEndpoints).flatMap(([address, { access, ...told }]) =>
	access === 'admin' && 'answer' in told ? [address.slice('GET '.length)] : [],
);
const names = Object.entries(calls).flatMap(([name, { access }]) => (access === 'admin' ? [name] : []));
const aboutNobody = { uid: randomUUID(), reason: 'For no reason.' };
/** Good enough to be refused for who asks, and for nothing else. */
const payloads: Record<string, unknown> = {
	adminGetUsers: null,
	adminGetSessions: { uid: aboutNobody.uid },
	adminFindCallbacks: {},
	adminReplayCallback: { id: '1' },
	adminGetUser: { uid: aboutNobody.uid },
	adminGetUserLedger: { uid: aboutNobody.uid },
	adminGetUserOffers: { uid: aboutNobody.uid },
	adminGetUserWithdrawals: { uid: aboutNobody.uid },
	adminAdjustBalance: { ...aboutNobody, amount: 1, requestId: randomUUID() },
	adminDecideAdjustment: { uid: aboutNobody.uid, id: randomUUID(), approve: true },
	adminGetAdjustments: {},
	adminGetActions: {},
	adminGetLog: {},
	adminGetFraudCases: {},
	adminHandleFraudCases: { uids: [aboutNobody.uid], deed: 'watch', reason: aboutNobody.reason },
	adminGetFraudPrecision: null,
	adminGetFraudNotes: { uid: aboutNobody.uid },
};

async function answers(at: typeof site, who: Person | undefined): Promise<string[]> {
	const told: string[] = [];
	const note = (body: { error?: { status: string; details?: { reason?: string } } }) =>
		told.push(body.error ? `${body.error.status} ${body.error.details?.reason ?? ''}`.trim() : 'OK');
	const headers = who ? { authorization: `Bearer ${who.accessToken}` } : {};
	for (const address of addresses) note((await at.get(address, headers as Record<string, string>)).json());
	for (const name of names)
		note((await at.call(name, name in payloads ? payloads[name] : aboutNobody, who?.accessToken)).json());
	return [...new Set(told)];
}

test('there are calls for admins to be looked at', () => expect(names.length).toBeGreaterThanOrEqual(9));

// spec: 5.admin-role
test('every address and call refuses a guest, somebody who is no admin, and an admin who is banned', async () => {
	expect(await answers(site, undefined)).toEqual(['UNAUTHENTICATED must-be-logged-in']);
	expect(await answers(site, await site.signUp())).toEqual(['PERMISSION_DENIED permission-denied']);
	const banned = await site.admin();
	await site.ban(banned.uid, 'Misused the admin area.');
	expect(await answers(site, banned)).toEqual(['PERMISSION_DENIED banned']);
	const forged = { ...banned, accessToken: `${banned.accessToken.slice(0, -4)}AAAA` };
	expect(await answers(site, forged)).toEqual(['UNAUTHENTICATED unauthenticated']);
});

test('every address and call refuses an admin whose session ended', async () => {
	const admin = await site.admin();
	await sql`delete from auth_session where user_id = ${admin.uid}`.execute(database.owner);
	expect(await answers(site, admin)).toEqual(['UNAUTHENTICATED unauthenticated']);
});

test('where a second factor is required, an admin without one gets nowhere, and one who has not given it neither', async () => {
	const admin = await strict.admin();
	expect(await answers(strict, admin)).toEqual(['PERMISSION_DENIED totp-not-set-up']);
	await sql`update auth_user set two_factor_enabled = true where id = ${admin.uid}`.execute(database.owner);
	expect(await answers(strict, admin)).toEqual(['PERMISSION_DENIED totp-required']);
	expect(await answers(site, admin)).toEqual(['PERMISSION_DENIED totp-required']);
	await sql`update auth_session set second_factor = true where user_id = ${admin.uid}`.execute(database.owner);
	// What is asked about nobody may not be there, or not be complete; it is not refused for who asks.
	const served = await answers(strict, admin);
	expect(served).toContain('OK');
	expect(served.filter((answer) => /PERMISSION_DENIED|UNAUTHENTICATED/.test(answer))).toEqual([]);
});
