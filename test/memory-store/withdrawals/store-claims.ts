import type { WithdrawalRow } from '../../../server/withdrawals/store.ts';
import type * as real from '../../../server/withdrawals/store-claims.ts';
import { statement } from '../transaction.ts';
import { isDue, isFree, type Kept, keyOf } from './rows.ts';

export * from '../../../server/withdrawals/store-claims.ts';

export const lockRequested: typeof real.lockRequested = (db, keys, now) =>
	statement(db, (tx) =>
		keys.flatMap((key) => {
			const row = tx.get('withdrawals', keyOf(key));
			const isFound = row !== undefined && row.state === 'requested' && isDue(row, now);
			return isFound && tx.tryLock('withdrawals', keyOf(key)) ? [row] : [];
		}),
	);

export const startAttempts: typeof real.startAttempts = (db, keys, now, leaseUntil) =>
	statement(db, async (tx) => {
		const started: WithdrawalRow[] = [];
		for (const key of keys) {
			const row = await tx.update(
				'withdrawals',
				keyOf(key),
				() => true,
				({ fence, attempts, firstSentAt }) => ({
					state: 'sending' as const,
					fence: fence + 1,
					attempts: attempts + 1,
					firstSentAt: firstSentAt ?? now,
					lastSentAt: now,
					leaseUntil,
					nextAskAt: leaseUntil,
					updatedAt: now,
				}),
			);
			if (row) started.push(row as WithdrawalRow);
		}
		return started;
	});

export const claimToAsk: typeof real.claimToAsk = (db, keys, now, leaseUntil) =>
	statement(db, async (tx) => {
		const claimed: WithdrawalRow[] = [];
		const mayBeAsked = (row: Kept) =>
			(row.state === 'unknown' || row.state === 'needs-review') && isDue(row, now) && isFree(row, now);
		for (const key of keys) {
			const seen = tx.get('withdrawals', keyOf(key));
			if (!seen || !mayBeAsked(seen) || !tx.tryLock('withdrawals', keyOf(key))) continue;
			const row = await tx.update('withdrawals', keyOf(key), mayBeAsked, ({ fence, asks }) => ({
				fence: fence + 1,
				asks: asks + 1,
				leaseUntil,
			}));
			if (row) claimed.push(row as WithdrawalRow);
		}
		return claimed;
	});

export const recordOutcomes: typeof real.recordOutcomes = (db, found) =>
	statement(db, async (tx) => {
		const written = new Set<string>();
		for (const { order, outcome } of found) {
			const { from, to, vendorStatus, refusal, acknowledged, uncounted, nextAskAt, now } = outcome;
			const isHeld = ({ fence, state }: Kept) => fence === order.fence && state === from;
			const row = await tx.update('withdrawals', keyOf(order), isHeld, (before) => ({
				state: to,
				leaseUntil: null,
				nextAskAt,
				updatedAt: now,
				vendorStatus: vendorStatus ?? before.vendorStatus,
				refusal: refusal ?? before.refusal,
				isAcknowledged: before.isAcknowledged || acknowledged,
				attempts: before.attempts - (uncounted ? 1 : 0),
				firstSentAt: to === 'requested' ? null : before.firstSentAt,
			}));
			if (row) written.add(row.id);
		}
		return written;
	});
