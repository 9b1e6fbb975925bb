import { CallError } from '../../contract/errors.ts';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { refusal } from '../../contract/refusals.ts';
import { WalletClosed } from '../ledger/errors.ts';
import { lockWallet } from '../ledger/wallet.ts';
import { type Keeper, recordAudit } from '../lib/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction, type Tx } from '../lib/database.ts';
import type { Actor } from '../lib/http/actor.ts';
import { lockUsers, type UserState } from './store.ts';

export type DeedDeps = { db: Database; clock: Clock };

/** The admin who does it, and from where. */
export type Doer = { actor: Pick<Actor, 'uid' | 'sessionId'>; ip: string };

export type Deed = { action: string; uid: string; reason: string | null | undefined };

/** What came of it. Without a change there was nothing to do, and nothing to keep. */
export type Done<Result> = { result: Result; change: { before: object; after: object } | undefined };

/**
 * The only way in which an admin does something to a user: under the locks of that user, and together with the entry that
 * says who did what, with what was before and after, why and from where.
 *
 * The admin's own record is locked and looked at again, so that of two who ban each other only the first does.
 *
 * @throws CallError `not-found` for a user who is not there or no longer; `permission-denied` for one who is no admin now.
 */
export async function doDeed<Result>(
	{ db, clock }: DeedDeps,
	{ actor, ip }: Doer,
	{ action, uid, reason }: Deed,
	work: (tx: Tx, user: UserState, atMs: number) => Promise<Done<Result>>,
): Promise<Result> {
	return inTransaction(db, async (tx) => {
		const atMs = clock.now();
		// Before the record, as whatever a chargeback does to a user: the two wait for each other.
		await lockWallet(tx, uid).catch(refuseUnknown);
		const users = await lockUsers(tx, [actor.uid, uid]);
		requireStillAdmin(users.get(actor.uid));
		const user = users.get(uid);
		if (!user) throw noSuchUser();
		const { result, change } = await work(tx, user, atMs);
		if (change) {
			await recordAudit(tx, {
				atMs,
				actor: actor.uid,
				action,
				uid,
				details: { ...change, reason: reason ?? null, ip },
			});
		}
		return result;
	});
}

/**
 * For deeds that belong to another feature and to its transaction: it keeps what the admin did, once it has locked their
 * record and seen that they still are one.
 */
export function keeperOf({ actor, ip }: Doer): Keeper {
	return {
		uid: actor.uid,
		async keep(tx, { details, ...entry }) {
			requireStillAdmin((await lockUsers(tx, [actor.uid])).get(actor.uid));
			await recordAudit(tx, { ...entry, actor: actor.uid, details: { ...details, ip } });
		},
	};
}

function requireStillAdmin(admin: UserState | undefined): void {
	if (admin?.role !== ADMIN_ROLE || admin.bannedAt !== null) {
		throw new CallError('permission-denied', refusal('permission-denied'));
	}
}

/** @throws CallError `permission-denied` where somebody would lock themselves out. */
export function requireOther({ actor }: Doer, uid: string): void {
	if (actor.uid === uid) throw new CallError('permission-denied', refusal('not-to-yourself'));
}

export function noSuchUser(): CallError {
	return new CallError('not-found', refusal('no-such-user'));
}

function refuseUnknown(error: unknown): never {
	throw error instanceof WalletClosed ? noSuchUser() : error;
}
