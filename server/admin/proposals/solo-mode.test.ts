import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import { newEmail, ORIGIN, openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { mailRecipients } from '../../accounts/mail-recipients.ts';
import { changeSiteMode } from '../../accounts/site-mode.ts';
import { atTheMachine } from '../../accounts/with-audit.ts';
import { bindFeatures } from '../../app/features.ts';
import { findWallet } from '../../ledger/wallet.ts';
import { rowOf, rowsOf } from '../../lib/db/database.ts';
import type { Mail } from '../../lib/mail.ts';
import { mailWords } from '../../notifications/letters/letters.ts';
import { readMailOrder } from '../../notifications/mail-order.ts';
import { sendOrderedMail } from '../../notifications/send-ordered-mail.ts';
import { listSoloAlerts } from './apply-proposals.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const site = openAdminSite(database);
const reason = 'We looked into it.';
let ada: Person;
let user: Person;

type Answer = { proposal?: string; applies_at?: number; state?: string };
const call = async (name: string, data: object | null, who = ada) => (await site.callAs(name, data, who)) as Answer;
const refused = (reason: string) => ({ details: { reason } });
const adjust = (amount: number) =>
	call('adminAdjustBalance', { uid: user.uid, amount, reason, requestId: randomUUID() });
const atMachine = (mode: 'solo' | 'team') => changeSiteMode(site.deps, { mode, reason }, atTheMachine);
const balance = async () => (await findWallet(db, user.uid))?.balance;
const audited = (action: string) =>
	rowOf<object>(owner)`select actor, details from audit_entries where action = ${action} order by id desc limit 1`;
const stored = (id: string | undefined) =>
	rowOf<object>(owner)`select state, applies_at - now() > '50 min' as later from proposals where id = ${id}`;

async function applyDue(isDue = true): Promise<void> {
	if (isDue) await sql`update proposals set applies_at = now() where applies_at is not null`.execute(owner);
	const job = bindFeatures(site.deps)
		.jobs(owner)
		.find(({ name }) => name === 'apply-proposals');
	await Promise.all([1, 2, 3].map(() => job?.run({})));
}

async function mailed(): Promise<Mail[]> {
	const jobs = await rowsOf<{ payload: unknown }>(owner)`
		select payload from graphile_worker._private_jobs where payload ->> 'kind' = 'solo-change'
	`;
	const sent: Mail[] = [];
	const mailer = { send: async (mail: Mail) => void sent.push(mail) };
	const deps = { ...site.deps, mailer, recipients: mailRecipients(site.deps), words: mailWords(site.deps.config) };
	for (const { payload } of jobs) await sendOrderedMail(deps as never, readMailOrder(payload));
	return sent;
}

beforeEach(async () => {
	await sql`update users set role = null, staff_role = null`.execute(owner);
	await sql`delete from graphile_worker._private_jobs`.execute(owner);
	await sql`update adjustment_settings set mode = 'solo'`.execute(owner);
	[ada, user] = [await site.provenAdmin('owner'), await site.signUp()];
});

test('solo mode is chosen before money is booked, and later only at the machine', async () => {
	const set = (mode: string) => call('adminSetSiteMode', { mode, reason });
	expect(await set('team')).toEqual({ mode: 'team' });
	expect(await call('adminGetFirstRun', null)).toMatchObject({ mode: 'team', may_choose: true });
	expect(await set('solo')).toEqual({ mode: 'solo' });
	await set('team');
	await adjust(5);
	expect(await set('solo')).toMatchObject(refused('money-is-booked'));
	expect(await atMachine('solo')).toEqual({ mode: 'solo' });
	const after = { mode: 'solo' };
	expect(await audited('change-site-mode')).toMatchObject({ actor: 'system', details: { at: 'command line', after } });
	await atMachine('team');
	await site.provenAdmin('finance');
	await expect(atMachine('solo')).rejects.toMatchObject(refused('site-is-team'));
});

test('a large amount is applied once after 24 hours, and a small one at once', async () => {
	expect(await adjust(10)).toMatchObject({ state: 'booked', applies_at: null });
	const { proposal, applies_at = 0, state } = await adjust(5_000);
	expect([state, Math.abs(applies_at - Date.now() - DAY_MS) < 60_000]).toEqual(['waiting', true]);
	await applyDue(false);
	expect(await balance()).toBe(1_000);
	await applyDue();
	await applyDue();
	expect(await balance()).toBe(501_000);
	expect(await stored(proposal)).toMatchObject({ state: 'booked' });
	expect(await audited('adjust')).toMatchObject({ actor: ada.uid, details: { mode: 'solo' } });
	const details = { mode: 'solo', at: 'solo mode', proposed_by: ada.uid };
	expect(await audited('approve-adjustment')).toMatchObject({ actor: 'system', details });
});

test('a call that takes two answers its time and needs a fresh second factor', async () => {
	const invite = () => call('adminInviteStaff', { email: user.email, role: 'owner' });
	await sql`update auth_session set second_factor_at = now() - interval '1 hour'`.execute(owner);
	expect(await invite()).toMatchObject(refused('second-factor-needed'));
	await sql`update auth_user set two_factor_enabled = false`.execute(owner);
	expect(await invite()).toMatchObject(refused('totp-not-set-up'));
	await sql`update auth_user set two_factor_enabled = true where id = ${ada.uid}`.execute(owner);
	await sql`update auth_session set second_factor_at = now()`.execute(owner);
	const answer = await invite();
	expect(answer).toEqual({ proposal: expect.any(String), applies_at: expect.any(Number) });
	expect(await invite()).toEqual(answer);
	await applyDue();
	const resent = { email: user.email, role: 'owner' };
	expect(await call('adminGetStaff', null)).toMatchObject({ invites: [resent] });
	expect(await invite()).toMatchObject(resent);
	const withdraw = () => call('adminWithdrawInvite', { email: user.email, reason });
	expect(await withdraw()).toEqual({ done: true });
	expect(await withdraw()).toMatchObject(refused('no-such-invite'));
});

const stop = (id: string, who = ada) => call('adminStopProposal', { id, reason }, who);
const codeIn = (text = '') => /stop-change#code=([\w-]+)/.exec(text)?.[1];
const useLink = async () => call('stopProposal', { code: codeIn((await mailed())[0]?.text) });

test.each([
	['an admin who may approve stopped it', (id: string) => stop(id)],
	['an owner used the emailed link', useLink],
	['its author was banned', () => site.ban(ada.uid, reason)],
	['its author was demoted', () => sql`update users set staff_role = 'support' where uid = ${ada.uid}`.execute(owner)],
])('a change is not applied if %s', async (_, prevent) => {
	const { proposal = '' } = await adjust(5_000);
	expect(await stop(proposal, await site.provenAdmin('support'))).toMatchObject(refused('role-may-not'));
	await prevent(proposal);
	await applyDue();
	expect([await balance(), await stored(proposal)]).toMatchObject([0, { state: 'refused' }]);
	expect(await audited('refuse-adjustment')).toMatchObject({ details: { mode: 'solo' } });
	expect(await useLink()).not.toEqual({ stopped: true });
});

test('a second person may approve in time', async () => {
	const [sue, tom] = [await site.provenAdmin('support'), await site.provenAdmin('viewer')];
	const { proposal: id } = await call('adminEndSessions', { uid: tom.uid, reason });
	expect(await call('adminDecideProposal', { id, decision: 'approve', reason }, sue)).toMatchObject({ state: 'done' });
});

test('a second approver makes the site a team, and waiting changes need them', async () => {
	const { proposal: id } = await adjust(5_000);
	const ben = await site.provenAdmin('finance');
	await applyDue();
	expect([await balance(), await stored(id)]).toMatchObject([0, { state: 'waiting', later: null }]);
	expect(await adjust(6_000)).toMatchObject({ state: 'waiting', applies_at: null });
	expect(await audited('change-site-mode')).toMatchObject({ actor: 'system', details: { after: { mode: 'team' } } });
	expect(await call('adminDecideProposal', { id, decision: 'approve', reason }, ben)).toMatchObject({ state: 'done' });
});

test('a change that fails when it is due is tried again an hour later', async () => {
	const { proposal } = await adjust(-6_000);
	await applyDue();
	expect(await stored(proposal)).toEqual({ state: 'waiting', later: true });
});

test('each owner address of the last 30 days gets an email, an alert fires, and the address is fixed', async () => {
	const [recent, old] = [`${randomUUID()}@recent.example`, `${randomUUID()}@old.example`];
	await sql`
		insert into former_addresses (uid, email, confirmed, replaced_at, undo_until, had_second_factor)
		values (${ada.uid}, ${recent}, true, now() - interval '29 days', now(), false),
			(${ada.uid}, ${old}, true, now() - interval '31 days', now(), false)
	`.execute(owner);
	const former = await site.provenAdmin('owner');
	const { proposal: id = '' } = await call('adminRemoveStaff', { uid: former.uid, reason });
	await bindFeatures(site.deps).proposals.decide({ id, decision: 'approve', reason }, atTheMachine);
	await atMachine('solo');
	const headers = { origin: ORIGIN, authorization: `Bearer ${ada.sessionToken}` };
	const change = async () => (await site.post('/auth/change-email', { newEmail: newEmail() }, headers)).json();
	const { proposal } = await adjust(5_000);
	expect((await mailed()).map(({ to }) => to).toSorted()).toEqual([ada.email, former.email, recent].toSorted());
	expect(await listSoloAlerts(site.deps)).toMatchObject([{ kind: `solo-change ${proposal}` }]);
	expect(await change()).toMatchObject({ reason: 'address-fixed' });
	await call('adminStopProposal', { id: proposal, reason });
	expect(await listSoloAlerts(site.deps)).toEqual([]);
	expect(await change()).toEqual({ success: true });
});
