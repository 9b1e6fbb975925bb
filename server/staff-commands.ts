import { z } from 'zod';
import type { Proposal } from '../contract/admin/proposals.ts';
import { CallError } from '../contract/errors.ts';
import { type StaffRole, staffRoles } from '../contract/permissions.ts';
import { findAccountByEmail } from './accounts/account-store.ts';
import { isUuidForm, selectAliasesOf } from './accounts/external-ids/external-ids.ts';
import { makeCode } from './accounts/sign-in/one-time-code.ts';
import { changeSiteMode, selectSiteState } from './accounts/site-mode.ts';
import { adminRemoveStaff, invite } from './accounts/staff/staff.ts';
import { updateInviteCode } from './accounts/staff/store-staff.ts';
import { atTheMachine } from './accounts/with-audit.ts';
import { listProposals } from './admin/proposals/decide-proposal.ts';
import type { Config } from './app/config.ts';
import type { Dependencies } from './app/dependencies.ts';
import { bindFeatures } from './app/features.ts';
import { type Given, WrongUse } from './command-line.ts';

type Deps = Pick<Dependencies, 'db' | 'clock'>;

export async function printProposals(deps: Deps): Promise<number> {
	const { items } = await listProposals(deps, { state: 'waiting', cursor: undefined, limit: 100 }, atTheMachine);
	for (const each of items) console.log(inWords(each));
	if (items.length === 0) console.log('No proposals are waiting for approval.');
	return 0;
}

export async function decideProposalHere(deps: Dependencies, { operands, options }: Given): Promise<number> {
	const [id = ''] = operands;
	const [approve, refuse] = [options.approve !== undefined, options.refuse !== undefined];
	const { reason } = options;
	if (approve === refuse) throw new WrongUse('Pass either --approve or --refuse.');
	if (!reason?.trim()) throw new WrongUse('Missing --reason R.');
	if (!z.uuid().safeParse(id).success) throw new WrongUse('ID must be a proposal ID. Run proposals to list them.');
	const { proposals } = bindFeatures(deps);
	return runAction(async () => {
		const decision = approve ? 'approve' : 'refuse';
		const { state } = await proposals.decide({ id, decision, reason }, atTheMachine);
		return `${id}: ${state}`;
	});
}

export async function printAliases({ db }: Pick<Deps, 'db'>, { options: { uid = '' } }: Given): Promise<number> {
	if (!isUuidForm(uid)) throw new WrongUse('--uid must be a user ID.');
	for (const { source, id } of await selectAliasesOf(db, uid)) console.log(`${source}  ${id}`);
	return 0;
}

export async function inviteStaffHere(
	deps: Deps,
	{ publicUrl }: Pick<Config, 'publicUrl'>,
	{ options: { email = '', role = '' } }: Given,
): Promise<number> {
	if (!z.email().safeParse(email).success) throw new WrongUse('--email must be an email address.');
	if (!isRole(role)) throw new WrongUse(`--role must be one of: ${staffRoles.join(', ')}.`);
	const { code, hash } = makeCode();
	return runAction(async () => {
		await invite(deps, { email: email.toLowerCase(), role }, atTheMachine, async (tx, { id }) => {
			await updateInviteCode(tx, { id, hash, now: new Date(deps.clock.now()) });
		});
		return `Send this link to ${email}. It works once, for 48 hours, after they sign in with an authenticator app:\n${publicUrl}/account#code=${code}`;
	});
}

export async function removeStaffHere(deps: Deps, { options: { email } }: Given): Promise<number> {
	if (!email) throw new WrongUse('Missing --email E.');
	const account = await findAccountByEmail(deps.db, email);
	if (!account) {
		console.error(`No account has the email address ${email}.`);
		return 1;
	}
	return runAction(async () => {
		await adminRemoveStaff(deps, { uid: account.uid, reason: 'Removed from the command line.' }, atTheMachine);
		return `Removed ${email} from the team and signed them out.`;
	});
}

export async function siteModeHere(deps: Deps, { operands: [mode] }: Given): Promise<number> {
	if (mode === undefined) return runAction(async () => (await selectSiteState(deps.db)).mode);
	if (mode !== 'solo' && mode !== 'team') throw new WrongUse('Pass solo or team.');
	const change = { mode, reason: 'Changed on the command line.' } as const;
	return runAction(async () => (await changeSiteMode(deps, change, atTheMachine)).mode);
}

export async function runAction(work: () => Promise<string>): Promise<number> {
	try {
		console.log(await work());
		return 0;
	} catch (error) {
		if (!(error instanceof CallError)) throw error;
		console.error(error.message);
		return 1;
	}
}

const isRole = (text: string): text is StaffRole => (staffRoles as readonly string[]).includes(text);

function inWords({ id, call, input, proposer_name, amount, reason, expires_at, applies_at, state }: Proposal): string {
	const until = expires_at === null ? '' : ` until ${new Date(expires_at).toISOString()}`;
	const money = amount === null ? '' : `, ${amount.toFixed(2)} R$`;
	const applies = applies_at === null ? '' : `, applied at ${new Date(applies_at).toISOString()}`;
	return `${id}  ${call}${money}, ${state}${until}${applies}\n  by ${proposer_name ?? 'a deleted account'}: ${reason ?? ''}\n  ${JSON.stringify(input)}`;
}
