import { type RobuxCents, robuxToWire } from '../../contract/money.ts';
import type { Tx } from '../lib/database.ts';
import type { Log } from '../lib/log.ts';
import { type DeedDeps, type Doer, doDeed, requireOther } from './deed.ts';

export type DeleteUserDeps = DeedDeps & {
	log: Log;
	/** What deletes an account, whoever wants it; the caller holds the locks and writes the entry. */
	eraseAccount(tx: Tx, whom: { uid: string; atMs: number }): Promise<{ forfeited: RobuxCents }>;
};

/**
 * Deletes an account for good. Its reason stays in the audit, so it names nobody.
 * @throws CallError `aborted` while a withdrawal is open; `permission-denied` for oneself and for the only admin.
 */
export async function adminDeleteUser(
	deps: DeleteUserDeps,
	doer: Doer,
	{ uid, reason }: { uid: string; reason: string },
): Promise<{ forfeited: number }> {
	requireOther(doer, uid);
	const deleted = await doDeed(deps, doer, { action: 'delete-account', uid, reason }, async (tx, _user, atMs) => {
		const forfeited = robuxToWire((await deps.eraseAccount(tx, { uid, atMs })).forfeited);
		return { result: { forfeited }, change: { before: { deleted: false }, after: { deleted: true, forfeited } } };
	});
	deps.log.info({ uid, by: 'admin' }, 'an account was deleted');
	return deleted;
}
