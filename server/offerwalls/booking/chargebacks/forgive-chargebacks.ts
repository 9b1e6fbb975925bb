import { type ActionDeps, type AdminContext, withAudit } from '../../../accounts/with-audit.ts';
import { countOpenChargebacks, forgiveChargebacks } from './store-chargebacks.ts';

/** Resets the count without lifting the ban. */
export async function adminForgiveChargebacks(
	deps: ActionDeps,
	{ uid, reason }: { uid: string; reason: string },
	admin: AdminContext,
): Promise<{ forgiven: number }> {
	return withAudit(deps, admin, { action: 'forgive-chargebacks', user: uid, reason }, async (tx, atMs) => {
		const forgiven = await countOpenChargebacks(tx, uid);
		if (forgiven === 0) return { result: { forgiven }, change: undefined };
		await forgiveChargebacks(tx, { uid, atMs });
		const change = { before: { chargebacks: forgiven }, after: { chargebacks: 0 }, keeps: ['chargebacks'] };
		return { result: { forgiven }, change };
	});
}
