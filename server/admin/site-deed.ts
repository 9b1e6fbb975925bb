import { CallError } from '../../contract/errors.ts';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { refusal } from '../../contract/refusals.ts';
import { recordAudit } from '../lib/audit.ts';
import { inTransaction, type Tx } from '../lib/database.ts';
import type { DeedDeps, Doer, Done } from './deed.ts';
import { lockUsers } from './store.ts';

/**
 * What an admin does to the site itself and to no user: together with the entry that says who did what, with what was
 * before and after, why and from where. The admin's own record is locked and looked at again.
 *
 * @param deed `details`: what it was done to, in words of the audit.
 * @throws CallError `permission-denied` for one who is no admin now.
 */
export async function doSiteDeed<Result>(
	{ db, clock }: DeedDeps,
	{ actor, ip }: Doer,
	{ action, reason, details }: { action: string; reason?: string | null | undefined; details: object },
	work: (tx: Tx, atMs: number) => Promise<Done<Result>>,
): Promise<Result> {
	return inTransaction(db, async (tx) => {
		const admin = (await lockUsers(tx, [actor.uid])).get(actor.uid);
		if (admin?.role !== ADMIN_ROLE || admin.bannedAt !== null) {
			throw new CallError('permission-denied', refusal('permission-denied'));
		}
		const atMs = clock.now();
		const { result, change } = await work(tx, atMs);
		if (change) {
			const entry = { atMs, actor: actor.uid, action };
			await recordAudit(tx, { ...entry, details: { ...details, ...change, reason: reason ?? null, ip } });
		}
		return result;
	});
}
