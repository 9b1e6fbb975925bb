import { type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { Tx } from '../../lib/db/database.ts';
import type { Log } from '../../lib/log.ts';

export type DeleteUserDeps = ActionDeps & {
	log: Log;
	/** What deletes an account, whoever wants it; the caller holds the locks and writes the entry. */
	eraseAccount(tx: Tx, whom: { uid: string; atMs: number }): Promise<{ forfeited: RobuxCents }>;
};

/** @throws CallError `aborted` while a withdrawal is open; `permission-denied` for oneself and for the only owner. */
export async function adminDeleteUser(
	deps: DeleteUserDeps,
	admin: AdminContext,
	{ uid, reason }: { uid: string; reason: string },
): Promise<{ forfeited: number }> {
	const deleted = await withAudit(deps, admin, { action: 'delete-account', user: uid, reason }, async (tx, atMs) => {
		const forfeited = robuxToWire((await deps.eraseAccount(tx, { uid, atMs })).forfeited);
		return { result: { forfeited }, change: { before: { deleted: false }, after: { deleted: true, forfeited } } };
	});
	deps.log.info({ uid, by: 'admin' }, 'an account was deleted');
	return deleted;
}
