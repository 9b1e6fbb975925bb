import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openAdminSite, type Person } from '../test/sites/identity-site.ts';
import { capturePrinted } from '../test/support/commands.ts';
import { openTestDatabase } from '../test/support/database.ts';
import { type Given, WrongUse } from './command-line.ts';
import { rowsOf } from './lib/db/database.ts';
import { decideProposalHere, inviteStaffHere, printProposals, removeStaffHere } from './staff-commands.ts';

const database = openTestDatabase();
const { owner } = database;
const site = openAdminSite(database);
const output = capturePrinted();
let only: Person;
beforeEach(async () => {
	await sql`update users set role = null where role is not null`.execute(owner);
	only = await site.admin();
});

const printed = () => output.join('\n');
const given = (options: Given['options'], operands: string[] = []): Given => ({ operands, options });
const decide = (id: string, options: Given['options']) => decideProposalHere(site.deps, given(options, [id]));
const approve = (id: string) => decide(id, { approve: '', reason: 'It is the opening.' });
async function proposeCode() {
	const code = `C-${randomUUID().slice(0, 13).toUpperCase()}`;
	const request = { code, amount: 10_000, usesMax: 10, reason: 'For the opening.' };
	const { proposal } = (await site.callAs('adminCreatePromoCode', request, only)) as { proposal: string };
	return { code, proposal };
}

test('the operator can approve as second person on a site with one admin, and it is audited', async () => {
	const { code, proposal } = await proposeCode();
	expect(await printProposals(site.deps)).toBe(0);
	expect(printed()).toContain(`${proposal}  adminCreatePromoCode, 100000.00 R$, waiting`);
	expect(await approve(proposal)).toBe(0);
	expect(printed()).toContain(`${proposal}: done`);
	expect(await approve(proposal)).toBe(1);
	expect(printed()).toContain('This proposal was already decided or has expired.');
	const user = await site.signUp();
	expect(await site.callAs('redeemPromoCode', { code }, user)).toMatchObject({ amount: 10_000 });
	const audit = await rowsOf<object>(owner)`
		select actor, details from audit_entries where action = 'create-promo-code' and details ->> 'code' = ${code}`;
	expect(audit).toMatchObject([
		{ actor: 'system', details: { at: 'command line', proposal, proposed_by: only.uid, reason: 'For the opening.' } },
	]);
});

test('the operator can also decide an adjustment above the limit', async () => {
	const user = await site.signUp();
	const adjust = async () => {
		const request = { uid: user.uid, amount: 5_000, reason: 'Paid twice.', requestId: randomUUID() };
		return (await site.callAs('adminAdjustBalance', request, only)) as { id: string; state: string };
	};
	const [first, second] = [await adjust(), await adjust()];
	expect(first.state).toBe('waiting');
	expect(await approve(first.id)).toBe(0);
	expect(await decide(second.id, { refuse: '', reason: 'Once is enough.' })).toBe(0);
	const states = await rowsOf<object>(owner)`select state from adjustments where uid = ${user.uid} order by state`;
	expect(states).toEqual([{ state: 'booked' }, { state: 'refused' }]);
});

test('the operator can replace a locked-out owner, but cannot remove the last one', async () => {
	expect(await removeStaffHere(site.deps, given({ email: only.email }))).toBe(1);
	expect(printed()).toContain('the only owner of this site');
	const other = await site.signUp();
	const { publicUrl } = site.deps.config;
	expect(await inviteStaffHere(site.deps, { publicUrl }, given({ email: other.email, role: 'owner' }))).toBe(0);
	const code = /#code=([\w-]+)/.exec(printed())?.[1];
	await sql`update auth_user set email_verified = true, two_factor_enabled = true where id = ${other.uid}`.execute(
		owner,
	);
	await sql`update auth_session set second_factor = true where user_id = ${other.uid}`.execute(owner);
	expect(await site.callAs('acceptStaffInvite', { code }, other)).toEqual({ role: 'owner' });
	expect(await removeStaffHere(site.deps, given({ email: only.email }))).toBe(0);
	expect(await site.callAs('createUser', null, only)).toMatchObject({ status: 'UNAUTHENTICATED' });
	expect(await removeStaffHere(site.deps, given({ email: 'unknown@test.example' }))).toBe(1);
});

test.each([
	() => decide(randomUUID(), { approve: '', refuse: '', reason: 'Both.' }),
	() => decide(randomUUID(), { approve: '' }),
	() => decide('the first', { approve: '', reason: 'Yes.' }),
	() => inviteStaffHere(site.deps, site.deps.config, given({ email: 'a@test.example', role: 'king' })),
	() => inviteStaffHere(site.deps, site.deps.config, given({ role: 'owner' })),
	() => removeStaffHere(site.deps, given({})),
])('wrong usage is reported and changes nothing: %#', (run) => expect(run()).rejects.toThrow(WrongUse));
