import { asRobuxCents, robuxToWire } from '../../contract/money.ts';
import { requireSecondAboveAllowance } from '../accounts/allowance.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { lockWallet } from '../ledger/wallet.ts';
import type { Log } from '../lib/clock-and-log.ts';
import { type ErasureDeps, eraseAccount } from './delete-account.ts';

export type DeleteUserDeps = ActionDeps & ErasureDeps & { log: Log };

/** @throws CallError `aborted` with an open withdrawal; `permission-denied`; also {@link requireSecondAboveAllowance}. */
export async function adminDeleteUser(
	deps: DeleteUserDeps,
	{ uid, reason }: { uid: string; reason: string },
	admin: AdminContext,
): Promise<{ forfeited: number }> {
	const deleted = await withAudit(deps, admin, { action: 'delete-account', user: uid, reason }, async (tx, atMs) => {
		const { balance, pending } = await lockWallet(tx, uid);
		const amount = asRobuxCents(Math.abs(balance) + pending);
		const forfeited = robuxToWire((await eraseAccount(tx, deps, { uid, atMs })).forfeited);
		await requireSecondAboveAllowance(tx, admin, { uid, amount, atMs });
		return {
			result: { forfeited },
			change: {
				...(robuxToWire(amount) !== forfeited && { amount: robuxToWire(amount) }),
				before: { deleted: false },
				after: { deleted: true, forfeited },
				keeps: ['amount', 'forfeited'],
			},
		};
	});
	deps.log.info({ uid, by: 'admin' }, 'account deleted');
	return deleted;
}
