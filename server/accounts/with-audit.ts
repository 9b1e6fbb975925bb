import { CallError } from '../../contract/errors.ts';
import { isAllowed, type Permission } from '../../contract/permissions.ts';
import { refusal } from '../../contract/refusals.ts';
import { WalletClosed } from '../ledger/errors.ts';
import { lockWallet } from '../ledger/wallet.ts';
import { recordAudit } from '../lib/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction, type Tx } from '../lib/db/database.ts';
import type { Actor } from '../lib/http/actor.ts';
import { type Approval, MACHINE, SecondPersonNeeded } from './second-person.ts';
import { isOnStaff, lockUsers, selectStaffRole, type UserState } from './store.ts';

export type AdminContext = { actor: Pick<Actor, 'uid' | 'sessionId' | 'staffRole'>; ip: string; approval?: Approval };

/** The actor at the server's command line. It needs no second person. */
export const atTheMachine: AdminContext = {
	actor: { uid: MACHINE, sessionId: '', staffRole: 'owner' },
	ip: 'command line',
};

export type ActionDeps = { db: Database; clock: Clock };

/** A transaction that is open already becomes the action's. */
type AuditDeps = { db: Database | Tx; clock: Clock };

type Action = {
	action: string;
	reason?: string | null | undefined;
	details?: object;
	/** Takes nothing from anybody, or is a second person's by itself: no other one is asked, whoever it is done to. */
	isFree?: boolean;
};

/**
 * Details of the entry. `owner` is the user whom the entry is about; `keeps` names the fields that stay when that account is
 * deleted.
 */
type Change = {
	before?: object;
	after?: object;
	owner?: string | null;
	keeps?: readonly string[];
	[detail: string]: unknown;
};

/** Fields that this file adds to an entry. */
const kept = ['at', 'role', 'proposal', 'proposed_by'];

/** What came of an action. Without a change there was nothing to do, and there is nothing to record. */
export type Done<Result> = { result: Result; change: Change | undefined };

/**
 * The admin's own record is locked and looked at again, so that of two who ban each other only the first does.
 * @param action `user`: whom it is done to, wallet and record locked; `details`: what it is done to, in words of the audit.
 * What is done to the staff needs a second person, and nobody does anything to themselves, to what is theirs or about it: neither as `user` nor as `owner` of what changes.
 * @throws CallError `permission-denied` for that, and for one whose role is another now; `not-found` for a `user` who is gone.
 */
export function withAudit<Result>(
	deps: AuditDeps,
	admin: AdminContext,
	action: Action & { user: string },
	work: (tx: Tx, atMs: number, user: UserState) => Promise<Done<Result>>,
): Promise<Result>;
export function withAudit<Result>(
	deps: AuditDeps,
	admin: AdminContext,
	action: Action,
	work: (tx: Tx, atMs: number) => Promise<Done<Result>>,
): Promise<Result>;
export function withAudit<Result>(
	{ db, clock }: AuditDeps,
	{ actor, ip, approval }: AdminContext,
	{ action, user: target, reason = null, details, isFree = false }: Action & { user?: string },
	work: (tx: Tx, atMs: number, user: UserState) => Promise<Done<Result>>,
): Promise<Result> {
	const act = async (tx: Tx) => {
		requireOther({ actor }, target);
		const atMs = clock.now();
		if (target !== undefined) await lockTarget(tx, target);
		const users = await lockUsers(tx, [actor.uid, target ?? actor.uid]);
		if (actor.uid !== MACHINE) requireInOffice(actor, users.get(actor.uid));
		const user = users.get(target ?? actor.uid);
		if (target !== undefined && !user) throw noSuchUser();
		const isStaff = target !== undefined && user?.staffRole !== null;
		if (isStaff && !isFree && !approval && actor.uid !== MACHINE) throw new SecondPersonNeeded({ uid: target });
		// First, because the work may erase whom it is about, and what was asked about them with it.
		await approval?.settle(tx, atMs);
		// What is about nobody does not look at anybody.
		const { result, change } = await work(tx, atMs, user as UserState);
		if (change) {
			const { owner = target, keeps = [], ...what } = change;
			requireOther({ actor }, owner);
			const by = actor.uid === MACHINE ? 'system' : actor.uid;
			const said = { reason, ...details, ...what, ...officeOf(actor, ip), ...approvalOf(approval) };
			const entry = { atMs, actor: by, action, details: said, keeps: [...kept, ...keeps] };
			await recordAudit(tx, owner ? { ...entry, uid: owner } : entry);
		}
		return result;
	};
	return db.isTransaction ? act(db as Tx) : inTransaction(db as Database, act);
}

/** What the role allows was asked when the call came in: it must be the same role still. */
function requireInOffice(actor: AdminContext['actor'], admin: UserState | undefined): void {
	if (!admin?.staffRole || admin.staffRole !== actor.staffRole || admin.bannedAt !== null) {
		throw new CallError('permission-denied', refusal('permission-denied'));
	}
}

function officeOf({ uid, staffRole }: AdminContext['actor'], ip: string): object {
	return uid === MACHINE ? { at: 'command line' } : { ip, role: staffRole };
}

function approvalOf(approval: Approval | undefined): object {
	return approval ? { proposal: approval.proposal, proposed_by: approval.proposedBy } : {};
}

/** Where all that is to be done is done elsewhere: the entry stands for it. */
export function recordAction(deps: AuditDeps, admin: AdminContext, action: Action & { change: Change }): Promise<void> {
	return withAudit(deps, admin, action, async () => ({ result: undefined, change: action.change }));
}

/** Before what is done elsewhere ahead of its entry. @throws CallError `permission-denied` for an action on oneself. */
export function requireOther({ actor }: Pick<AdminContext, 'actor'>, uid: string | null | undefined): void {
	if (actor.uid === uid) throw new CallError('permission-denied', refusal('not-to-yourself'));
}

/**
 * The same of what is a colleague's, where it is not done to their record: it takes two as well.
 * @throws CallError `permission-denied` for one's own; SecondPersonNeeded
 */
export async function requireOtherOrTwo(db: Database, admin: AdminContext, uid: string): Promise<void> {
	requireOther(admin, uid);
	const isDecided = admin.approval !== undefined || admin.actor.uid === MACHINE;
	if (!isDecided && (await isOnStaff(db, uid))) throw new SecondPersonNeeded({ uid });
}

/**
 * Of two who decide both are in office: what somebody asked for who has left, or may not do it any more, is one person's alone.
 * @throws CallError `failed-precondition`
 */
export async function requireProposerInOffice(db: Database | Tx, uid: string, permission: Permission): Promise<void> {
	const role = await selectStaffRole(db, uid);
	if (!role || !isAllowed(role, permission)) throw new CallError('failed-precondition', refusal('proposer-left'));
}

export function noSuchUser(): CallError {
	return new CallError('not-found', refusal('no-such-user'));
}

/** Locks the user's wallet, before any user record: in the order of chargebacks and deletions. @throws CallError `not-found` */
export async function lockTarget(tx: Tx, uid: string): Promise<void> {
	await lockWallet(tx, uid).catch((error) => {
		throw error instanceof WalletClosed ? noSuchUser() : error;
	});
}
