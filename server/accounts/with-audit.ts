import type { SiteMode } from '../../contract/admin/proposals.ts';
import type { CallName } from '../../contract/calls.ts';
import type { CallError } from '../../contract/errors.ts';
import { isAllowed, type Permission } from '../../contract/permissions.ts';
import { callError } from '../../contract/refusals.ts';
import { WalletClosed } from '../ledger/errors.ts';
import { lockWallet } from '../ledger/wallet.ts';
import { recordAudit } from '../lib/audit.ts';
import type { CallHandler } from '../lib/call-handler.ts';
import type { Clock } from '../lib/clock-and-log.ts';
import { type Database, type DbDeps, inTransaction, type Tx } from '../lib/db/database.ts';
import type { Actor } from '../lib/http/callers.ts';
import { type Approval, MACHINE, requireSecond } from './second-person.ts';
import { isOnStaff, lockUsers, selectStaffRole, type UserState } from './store.ts';

export type AdminContext = {
	actor: Pick<Actor, 'uid' | 'sessionId' | 'staffRole' | 'key'>;
	ip: string;
	mode?: SiteMode | undefined;
	approval?: Approval;
};

export type StaffCall<Name extends CallName, Deps, More = unknown> = CallHandler<Name, Deps, AdminContext, More>;

/** Actions at the server's command line need no second person. */
export const atTheMachine: AdminContext = {
	actor: { uid: MACHINE, sessionId: '', staffRole: 'owner' },
	ip: 'command line',
};

export type ActionDeps = DbDeps;

type AuditDeps = { db: Database | Tx; clock: Clock };

type Action = {
	action: string;
	reason?: string | null | undefined;
	details?: object;
	/** True if no second person is needed, even if the target is staff. */
	isFree?: boolean;
};

type Change = {
	before?: object;
	after?: object;
	owner?: string | null;
	keeps?: readonly string[];
	[detail: string]: unknown;
};

const retainedFields = ['at', 'mode', 'role', 'proposal', 'proposed_by'];

export type Done<Result> = { result: Result; change: Change | undefined };

/** Rechecks the admin under a lock, so that only the first of two admins who ban each other succeeds. */
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
	{ actor, ip, mode, approval }: AdminContext,
	{ action, user: target, reason = null, details, isFree = false }: Action & { user?: string },
	work: (tx: Tx, atMs: number, user: UserState) => Promise<Done<Result>>,
): Promise<Result> {
	const act = async (tx: Tx) => {
		requireOther({ actor }, target);
		const atMs = clock.now();
		if (target !== undefined) await lockTarget(tx, target);
		const users = await lockUsers(tx, [actor.uid, target ?? actor.uid]);
		if (actor.uid !== MACHINE && !actor.key) requireInOffice(actor, users.get(actor.uid));
		const user = users.get(target ?? actor.uid);
		if (target !== undefined && !user) throw noSuchUser();
		const isStaff = target !== undefined && user?.staffRole !== null;
		if (isStaff && !isFree) requireSecond({ actor, approval }, { uid: target });
		// Ends the proposal first, because the work may erase it.
		await approval?.settle(tx, atMs);
		const { result, change } = await work(tx, atMs, user as UserState);
		if (change) {
			const { owner = target, keeps = [], ...what } = change;
			requireOther({ actor }, owner);
			const by = actor.uid === MACHINE ? 'system' : actor.uid;
			const recorded = { reason, mode, ...details, ...what, ...officeOf(actor, ip), ...approvalOf(approval) };
			const entry = { atMs, actor: by, action, details: recorded, keeps: [...retainedFields, ...keeps] };
			await recordAudit(tx, owner ? { ...entry, uid: owner } : entry);
		}
		return result;
	};
	return db.isTransaction ? act(db as Tx) : inTransaction(db as Database, act);
}

function requireInOffice(actor: AdminContext['actor'], admin: UserState | undefined): void {
	if (!admin?.staffRole || admin.staffRole !== actor.staffRole || admin.bannedAt !== null) {
		throw callError('permission-denied', 'permission-denied');
	}
}

function officeOf({ uid, staffRole, key }: AdminContext['actor'], ip: string): object {
	if (key) return { ip, key: key.name };
	return uid === MACHINE ? { at: ip } : { ip, role: staffRole };
}

function approvalOf(approval: Approval | undefined): object {
	return approval ? { proposal: approval.proposal, proposed_by: approval.proposedBy } : {};
}

export function recordAction(deps: AuditDeps, admin: AdminContext, action: Action & { change: Change }): Promise<void> {
	return withAudit(deps, admin, action, async () => ({ result: undefined, change: action.change }));
}

export function requireOther({ actor }: Pick<AdminContext, 'actor'>, uid: string | null | undefined): void {
	if (actor.uid === uid) throw callError('permission-denied', 'not-to-yourself');
}

export async function requireOtherOrTwo(db: Database, admin: AdminContext, uid: string): Promise<void> {
	requireOther(admin, uid);
	if (await isOnStaff(db, uid)) requireSecond(admin, { uid });
}

export async function requireProposerInOffice(db: Database | Tx, uid: string, permission: Permission): Promise<void> {
	const role = await selectStaffRole(db, uid);
	if (!role || !isAllowed(role, permission)) throw callError('failed-precondition', 'proposer-left');
}

export const noSuchUser = (): CallError => callError('not-found', 'no-such-user');

/** Locks the wallet before user records, as chargebacks and deletions do. */
export async function lockTarget(tx: Tx, uid: string): Promise<void> {
	await lockWallet(tx, uid).catch((error) => {
		throw error instanceof WalletClosed ? noSuchUser() : error;
	});
}
