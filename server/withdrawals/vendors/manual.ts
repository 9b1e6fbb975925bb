import type { DbDeps } from '../../lib/db/database.ts';
import { payFromStock } from '../gift-cards/pay-with-code.ts';
import { insertManualPayout, type ManualPayoutRow, selectManualPayout } from '../review/store-manual.ts';
import { type ChangeAnswer, notOffered, type Vendor, type VendorOrder } from './vendor.ts';

export const MANUAL = 'manual';

const outcomeByState: Record<ManualPayoutRow['state'], VendorOrder['outcome']> = {
	waiting: 'open',
	taken: 'open',
	paid: 'completed',
	refused: 'failed',
};

const byHand: ChangeAnswer = { kind: 'refused', problem: 'this is a manual payout; use the list of manual payouts' };

/** Our own list of payouts acts as a vendor, so that all orders end the same way. */
export function createManual({ db, clock }: DbDeps): Vendor {
	return {
		name: MANUAL,
		dedupeWindowMs: Number.POSITIVE_INFINITY,
		remembersMs: Number.POSITIVE_INFINITY,

		async create(order) {
			const isNew = await insertManualPayout(db, order, new Date(clock.now()));
			return isNew ? { kind: 'taken', status: 'waiting' } : { kind: 'exists' };
		},

		async info(orderId) {
			let payout = await selectManualPayout(db, orderId);
			if (payout?.method === 'gift-card' && payout.state === 'waiting') {
				await payFromStock({ db, clock }, orderId);
				payout = await selectManualPayout(db, orderId);
			}
			return payout ? { kind: 'found', order: toVendorOrder(payout) } : { kind: 'no-such-order' };
		},

		cancel: async () => byHand,
		resend: async () => byHand,
		...{ stock: notOffered, stockLevels: notOffered, balance: notOffered },
		parseWebhook: () => ({ kind: 'forged' }),
	};
}

function toVendorOrder({ state, reason, net, roblox_username }: ManualPayoutRow): VendorOrder {
	return { outcome: outcomeByState[state], status: state, reason, robuxAmount: net, recipient: roblox_username };
}
