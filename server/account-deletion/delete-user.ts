import { robuxToWire } from '../../contract/money.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import type { Log } from '../lib/log.ts';
import { type ErasureDeps, eraseAccount } from './delete-account.ts';

export type DeleteUserDeps = ActionDeps & ErasureDeps & { log: Log };

/** @throws CallError `aborted` with an open withdrawal; `permission-denied`. */
export async function adminDeleteUser(
	deps: DeleteUserDeps,
	{ uid, reason }: { uid: string; reason: string },
	admin: AdminContext,
): Promise<{ forfeited: number }> {
	const deleted = await withAudit(deps, admin, { action: 'delete-account', user: uid, reason }, async (tx, atMs) => {
		const forfeited = robuxToWire((await eraseAccount(tx, deps, { uid, atMs })).forfeited);
		return {
			result: { forfeited },
			change: { before: { deleted: false }, after: { deleted: true, forfeited }, keeps: ['forfeited'] },
		};
	});
	deps.log.info({ uid, by: 'admin' }, 'account deleted');
	return deleted;
}
