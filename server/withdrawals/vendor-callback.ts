import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/database.ts';
import type { Log } from '../lib/log.ts';
import { reviewUnknownOrder } from './payout-review.ts';
import { insertEvent } from './store-events.ts';
import { wakeByOrderId } from './store-payouts.ts';
import { forgetReconciled } from './store-reviews.ts';
import type { Vendor } from './vendors/vendor.ts';

export type VendorCallbackDeps = {
	db: Database;
	clock: Clock;
	log: Log;
	vendors: ReadonlyMap<string, Vendor>;
	hintPayouts(): void;
};

export type CallbackReception = 'received' | 'forged' | 'unknown-vendor';

/**
 * A vendor says that something happened to an order. Whatever it says, it only makes us ask: late, repeated, reordered
 * and forged callbacks cannot move money.
 */
export async function vendorCallback(
	{ db, clock, log, vendors, hintPayouts }: VendorCallbackDeps,
	vendorName: string,
	body: unknown,
): Promise<CallbackReception> {
	const vendor = vendors.get(vendorName);
	if (!vendor) return 'unknown-vendor';
	const callback = vendor.parseCallback(body);
	if (callback.kind === 'forged') {
		log.warn({ vendor: vendorName }, 'a vendor callback without a valid signature was refused');
		return 'forged';
	}
	if (callback.kind === 'check') return 'received';
	const { orderId, isSigned } = callback;
	const now = new Date(clock.now());
	const woken = await wakeByOrderId(db, vendorName, orderId, now);
	for (const key of woken) await insertEvent(db, key, { kind: 'callback', details: { isSigned } }, now);
	// It speaks of an order that is closed, or that we never made: both are worth a look of the daily reconciliation.
	const isOurs = woken.length > 0 || (await forgetReconciled(db, vendorName, orderId));
	if (!isOurs && isSigned) await reviewUnknownOrder({ db, clock }, { vendor: vendorName, orderId });
	log.info({ vendor: vendorName, orderId, woken: woken.length }, 'vendor callback');
	if (woken.length > 0) hintPayouts();
	return 'received';
}
