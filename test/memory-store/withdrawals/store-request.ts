import { asRobuxCents } from '../../../contract/money.ts';
import type * as real from '../../../server/withdrawals/store-request.ts';
import { statement } from '../transaction.ts';
import { isOpen, ofUser } from './rows.ts';

export * from '../../../server/withdrawals/store-request.ts';

export const selectRequestFacts: typeof real.selectRequestFacts = (db, { uid, requestId, dayStartsAt }) =>
	statement(db, (tx) => {
		const user = tx.get('users', uid);
		const wallet = tx.get('wallets', uid);
		const orders = ofUser(tx, uid);
		const today = orders.filter(({ createdAt, state }) => createdAt >= dayStartsAt && state !== 'failed');
		return {
			banReason: user?.banReason ?? null,
			pausedReason: user?.pausedReason ?? null,
			robloxUsername: user?.robloxUsername ?? null,
			platformUserId: user?.platformUserId ?? null,
			balance: asRobuxCents(wallet && !wallet.closed ? wallet.balance : 0),
			openOrderId: orders.find(isOpen)?.orderId ?? null,
			earlier: orders.find((order) => requestId !== undefined && order.requestId === requestId) ?? null,
			requestedToday: asRobuxCents(today.reduce((sum, { amount }) => sum + amount, 0)),
			arePayoutsOn: true,
		};
	});
