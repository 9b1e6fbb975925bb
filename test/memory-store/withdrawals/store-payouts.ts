import type * as real from '../../../server/withdrawals/store-payouts.ts';
import { statement } from '../transaction.ts';
import { asOpen, isDue, isFree, keyOf } from './rows.ts';

export * from '../../../server/withdrawals/store-payouts.ts';

export const selectDue: typeof real.selectDue = (db, { now, vendors, sendable, limit }) =>
	statement(db, (tx) =>
		tx
			.all('withdrawals')
			.filter((row) => {
				const isAsked = row.state === 'sending' || row.state === 'unknown' || row.state === 'needs-review';
				const isWanted = isAsked
					? vendors.includes(row.vendor)
					: row.state === 'requested' && sendable.includes(row.vendor);
				return isWanted && isDue(row, now) && isFree(row, now);
			})
			.sort((a, b) => Number(a.nextAskAt) - Number(b.nextAskAt))
			.slice(0, limit),
	);

export const claimToReview: typeof real.claimToReview = (db, key, now, leaseUntil) =>
	statement(db, async (tx) =>
		asOpen(
			await tx.update(
				'withdrawals',
				keyOf(key),
				(row) => row.state === 'needs-review' && isFree(row, now),
				({ fence }) => ({ fence: fence + 1, leaseUntil, nextAskAt: leaseUntil, updatedAt: now }),
			),
		),
	);

export const releaseClaim: typeof real.releaseClaim = (db, claim, nextAskAt) =>
	statement(db, async (tx) => {
		await tx.update(
			'withdrawals',
			keyOf(claim),
			({ fence }) => fence === claim.fence,
			() => ({ leaseUntil: null, nextAskAt }),
		);
	});

export const claimToSendAgain: typeof real.claimToSendAgain = (db, claim, { now, leaseUntil, isResend = false }) =>
	statement(db, async (tx) =>
		asOpen(
			await tx.update(
				'withdrawals',
				keyOf(claim),
				({ state, fence, leaseUntil: until }) =>
					(state === 'unknown' || state === 'needs-review') && fence === claim.fence && until !== null && until > now,
				({ fence, attempts, firstSentAt, resentAt }) => ({
					state: 'sending' as const,
					fence: fence + 1,
					attempts: attempts + 1,
					leaseUntil,
					nextAskAt: leaseUntil,
					updatedAt: now,
					lastSentAt: now,
					firstSentAt: firstSentAt ?? now,
					resentAt: isResend ? now : resentAt,
				}),
			),
		),
	);

export const postpone: typeof real.postpone = (db, key, until) =>
	statement(db, async (tx) => {
		await tx.update(
			'withdrawals',
			keyOf(key),
			({ state }) => state === 'requested',
			() => ({ nextAskAt: until }),
		);
	});

export const expireLease: typeof real.expireLease = (db, key, now) =>
	statement(db, (tx) =>
		tx.update(
			'withdrawals',
			keyOf(key),
			({ state, leaseUntil }) => state === 'sending' && leaseUntil !== null && leaseUntil <= now,
			({ fence }) => ({
				state: 'unknown' as const,
				fence: fence + 1,
				leaseUntil: null,
				nextAskAt: now,
				updatedAt: now,
			}),
		),
	);

export const callOff: typeof real.callOff = (db, key, refusal, now) =>
	statement(db, async (tx) =>
		asOpen(
			await tx.update(
				'withdrawals',
				keyOf(key),
				({ state, attempts }) => state === 'requested' && attempts === 0,
				() => ({ state: 'failed' as const, refusal, nextAskAt: null, updatedAt: now }),
			),
		),
	);

export const wakeByOrderId: typeof real.wakeByOrderId = (db, vendor, orderId, now) =>
	statement(db, async (tx) => {
		const order = tx.all('withdrawals').find((row) => row.orderId === orderId && row.vendor === vendor);
		const woken =
			order &&
			(await tx.update(
				'withdrawals',
				keyOf(order),
				({ state }) => state === 'unknown' || state === 'needs-review',
				() => ({ nextAskAt: now, asks: 0 }),
			));
		return woken ? [woken] : [];
	});
