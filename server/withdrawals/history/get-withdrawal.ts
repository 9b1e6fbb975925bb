import { callError } from '../../../contract/refusals.ts';
import type { WithdrawalDetails } from '../../../contract/withdrawals/withdrawals.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { receiptIdsOf } from '../../public-proof/receipts/receipt-ids.ts';
import { type LifeRow, selectLife } from '../store.ts';
import { toHistoryItem } from './get-withdraw-history.ts';

export async function getWithdrawal(
	{ db }: { db: Database },
	{ id }: { id: string },
	{ actor }: { actor: Pick<Actor, 'uid'> },
): Promise<WithdrawalDetails> {
	const row = await selectLife(db, actor.uid, id);
	if (!row) throw callError('not-found', 'no-such-withdrawal');
	return {
		...toHistoryItem(row, await receiptIdsOf(db)),
		price: row.price,
		roblox_username: row.robloxUsername,
		steps: stepsOf(row),
	};
}

/** The last change of a closed order is its end. */
function stepsOf({ state, createdAt, screenedAt, firstSentAt, updatedAt }: LifeRow): WithdrawalDetails['steps'] {
	const steps = [
		{ kind: 'requested' as const, at: createdAt },
		{ kind: 'screening' as const, at: screenedAt },
		{ kind: 'sent' as const, at: firstSentAt },
		{ kind: 'paid' as const, at: state === 'completed' ? updatedAt : null },
		{ kind: 'refunded' as const, at: state === 'failed' ? updatedAt : null },
	];
	return steps.flatMap(({ kind, at }) => (at ? [{ kind, at: at.getTime() }] : []));
}
