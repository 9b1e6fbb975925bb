import { countOpenChargebacks, forgiveChargebacks } from '../offerwalls/chargeback.ts';
import { type DeedDeps, type Doer, doDeed } from './deed.ts';

/** Counts a user's chargebacks anew. A ban that they led to stays: lifting it is a deed of its own. */
export async function adminForgiveChargebacks(
	deps: DeedDeps,
	doer: Doer,
	{ uid, reason }: { uid: string; reason: string },
): Promise<{ forgiven: number }> {
	return doDeed(deps, doer, { action: 'forgive-chargebacks', uid, reason }, async (tx, _user, atMs) => {
		const forgiven = await countOpenChargebacks(tx, uid);
		if (forgiven === 0) return { result: { forgiven }, change: undefined };
		await forgiveChargebacks(tx, { uid, atMs });
		return { result: { forgiven }, change: { before: { chargebacks: forgiven }, after: { chargebacks: 0 } } };
	});
}
