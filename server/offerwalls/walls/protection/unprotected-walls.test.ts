import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../../../contract/durations.ts';
import type { AdminOfferwall } from '../../../../contract/offerwalls/staff-offerwalls.ts';
import { PATH_KEY, signed, useWalls, wallEntries } from '../../../../test/partners/play.ts';
import { openAdminSite } from '../../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../../test/support/database.ts';
import { rowsOf } from '../../../lib/db/database.ts';
import { partners } from '../../partners/registry.ts';
import { toWalls, type Wall } from '../wall.ts';
import { listUnprotectedAlerts } from './unprotected-walls.ts';
import { holdOf } from './wall-guard.ts';

const database = openTestDatabase({ poolSize: 10 });
const { owner } = database;
const entries = wallEntries().filter((entry) => ['adgate', 'wannads'].includes((entry as { id: string }).id));
const site = openAdminSite(database, { walls: entries.map((entry) => ({ ...entry, allowedIps: [] })) });
const reason = 'Compared with the partner.';
const play = useWalls(database, { isOfDatabase: true });

const moneyOf = async (uid: string) => [await play.balanceOf(uid), await play.pendingOf(uid)];
const credit = (uid: string) => play.send(signed('adgate', uid, randomUUID()));
const decide = (request: object, admin: Awaited<ReturnType<typeof site.admin>>) =>
	site.callAs('adminDecideHeldCredits', { id: 'adgate', reason, ...request }, admin);

test('the path key of a wall is shown only to staff who may change walls', async () => {
	const [ownerOfSite, viewer] = [await site.admin(), await site.admin('viewer')];
	const seenBy = async (who: typeof viewer) => {
		const walls = (await site.callAs('adminGetOfferwalls', null, who)) as AdminOfferwall[];
		return walls.find(({ id }) => id === 'adgate')?.callbackUrl;
	};
	expect(await seenBy(ownerOfSite)).toContain(PATH_KEY);
	expect(await seenBy(viewer)).toContain('/postback/adgate/***');
	expect(await seenBy(viewer)).not.toContain(PATH_KEY);
});

test('the path key is in no log and no stored request', async () => {
	await play.send(signed('adgate', randomUUID(), randomUUID()), (text) => `${text}&back=${PATH_KEY}`);
	await site.app.inject({ url: `/postback/adgate/${PATH_KEY}`, method: 'DELETE' });
	await site.events.flush();
	const rows = await rowsOf(owner)`select request from callbacks union all select what from log_entries`;
	expect(rows.length).toBeGreaterThan(0);
	expect(JSON.stringify(rows)).not.toContain(PATH_KEY);
	expect(JSON.stringify([site.notes, site.warnings])).not.toContain(PATH_KEY);
});

test('a wall without signature and allowed addresses books nothing spendable until a person decides', async () => {
	const admin = await site.admin();
	const [honest, forger] = [await play.user(), await play.user()];
	for (const uid of [honest, forger]) expect((await credit(uid)).status).toBe(200);
	const [, pending] = await moneyOf(honest);
	expect(await moneyOf(honest)).toEqual([0, pending]);
	expect(pending).toBeGreaterThan(0);
	expect(await decide({ decision: 'release', uid: honest }, admin)).toEqual({
		credits: 1,
		amount: (pending ?? 0) / 100,
	});
	expect(await moneyOf(honest)).toEqual([pending, 0]);
	expect(await decide({ decision: 'cancel' }, admin)).toMatchObject({ credits: 1 });
	expect(await moneyOf(forger)).toEqual([0, 0]);
	expect(await decide({ decision: 'release' }, admin)).toEqual({ credits: 0, amount: 0 });
});

test.each(['release', 'cancel'])('an admin cannot decide own credits, and a large %s needs two', async (decision) => {
	const [admin, other] = [await site.admin(), await site.admin()];
	const users = [await play.user(), (await site.signUp()).uid];
	await credit(admin.uid);
	expect(await decide({ decision }, admin)).toMatchObject({ credits: 0 });
	for (const uid of users) await credit(uid);
	const [, pending = 0] = await moneyOf(users[0] ?? '');
	await sql`update adjustment_settings set approval_above = ${pending}`.execute(owner);
	expect(await decide({ decision, uid: users[0] }, other)).toMatchObject({ credits: 1 });
	for (const uid of [users[1], admin.uid]) {
		expect(await decide({ decision, uid }, other)).toEqual({ proposal: expect.any(String) });
		expect(await moneyOf(uid ?? '')).toEqual([0, pending]);
	}
	const deletion = await site.callAs('adminDeleteUser', { uid: users[1], reason }, other);
	expect(deletion).toEqual({ proposal: expect.any(String) });
	await sql`update adjustment_settings set approval_above = 500000`.execute(owner);
	await decide({ decision: 'cancel' }, other);
	await decide({ decision: 'cancel' }, await site.admin());
});

test('an approval decides only the credits of the proposal, and none of the two admins', async () => {
	const [proposer, approver, uid] = [await site.admin(), await site.admin(), await play.user()];
	for (const each of [uid, proposer.uid]) await credit(each);
	const [, pending = 0] = await moneyOf(uid);
	await sql`update adjustment_settings set approval_above = 1`.execute(owner);
	const { proposal } = (await decide({ decision: 'release' }, proposer)) as { proposal: string };
	for (const each of [uid, proposer.uid]) await credit(each);
	const decision = { id: proposal, decision: 'approve', reason };
	expect(await site.callAs('adminDecideProposal', decision, approver)).toMatchObject({
		state: 'done',
		amount: pending / 100,
		input: { id: 'adgate', decision: 'release', reason },
	});
	expect(await moneyOf(uid)).toEqual([pending, pending]);
	expect(await moneyOf(proposer.uid)).toEqual([0, 2 * pending]);
	await sql`update adjustment_settings set approval_above = 500000`.execute(owner);
	await decide({ decision: 'cancel' }, approver);
});

test('an upgraded site holds credits of unprotected walls only after 14 days with an alert', async () => {
	const now = Date.now();
	const wall = toWalls(entries, 'test').find(({ id }) => id === 'adgate') as Wall;
	Object.assign(wall, { allowedIps: [], unprotectedUntilMs: now + 14 * DAY_MS });
	const alertsAt = (ms: number) => listUnprotectedAlerts({ walls: [wall], clock: { now: () => ms } });
	expect(holdOf(wall, 100 as never, now)).toBeUndefined();
	expect(await alertsAt(now)).toMatchObject([
		{ kind: 'unprotected-walls', message: expect.stringContaining('adgate') },
	]);
	const later = now + 14 * DAY_MS;
	expect(holdOf(wall, 100 as never, later)).toEqual({ untilMs: null, cause: 'unprotected' });
	expect(await alertsAt(later)).toEqual([]);
	Object.assign(wall, { allowedIps: ['203.0.113.50'] });
	expect(holdOf(wall, 100 as never, later)).toBeUndefined();
	expect(await alertsAt(now)).toEqual([]);
});

const forgeable = Object.entries(partners).filter(([, { signature }]) =>
	/^(none|shared-secret)$/.test(signature.scheme),
);
test.each(forgeable)('a wall of %s without allowed addresses holds its credits', (_, partner) => {
	const wall = { partner, holdHours: 0, allowedIps: [], unprotectedUntilMs: 0 };
	expect(holdOf(wall, 1 as never, Date.now())?.cause).toBe('unprotected');
});
