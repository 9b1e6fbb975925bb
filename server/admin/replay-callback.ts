import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import { type ActionDeps, type AdminContext, recordAction } from '../identity/with-audit.ts';
import { recordAudit } from '../lib/audit.ts';
import { Overloaded } from '../lib/batcher.ts';
import { inTransaction } from '../lib/database.ts';
import type { CallbackOutcome } from '../offerwalls/callback.ts';
import { isReplayable } from '../offerwalls/kept-callback.ts';
import { selectCallback } from '../offerwalls/store-callbacks.ts';
import type { PostbackTaker } from '../offerwalls/take-postback.ts';
import type { Wall } from '../offerwalls/wall.ts';

export type ReplayDeps = ActionDeps & { walls: readonly Wall[]; postbacks: Pick<PostbackTaker, 'takeAgain'> };

/**
 * Books a callback that was verified when it came but not booked, on the way of any other: read by the wall's present
 * settings, once for each transaction, whoever and however often it is sent or replayed.
 *
 * It is booked in a batch with others, so the audit cannot share its transaction: one entry goes before, so that nothing
 * is ever booked without, and one says what came of it, also if the admin is none any more by then.
 *
 * @throws CallError `not-found`; `failed-precondition` for one that may not be booked; `unavailable` when too many wait.
 */
export async function adminReplayCallback(
	deps: ReplayDeps,
	admin: AdminContext,
	{ id, reason }: { id: string; reason?: string | null | undefined },
): Promise<{ outcome: CallbackOutcome }> {
	const kept = await selectCallback(deps.db, Number(id));
	if (!kept) throw new CallError('not-found', refusal('no-such-callback'));
	if (!isReplayable(kept)) throw notReplayable();
	const wall = deps.walls.find((one) => one.id === kept.wall);
	if (!wall?.enabled) throw new CallError('failed-precondition', refusal('wall-not-on'));

	const before = { outcome: kept.outcome };
	const change = { before, callback: kept.id, owner: kept.uid };
	await recordAction(deps, admin, { action: 'replay-callback', reason, change });
	const outcome = await deps.postbacks.takeAgain(wall, kept).catch((error) => {
		throw error instanceof Overloaded ? new CallError('unavailable', refusal('overloaded')) : error;
	});
	if (outcome === undefined) throw notReplayable();
	const details = { callback: kept.id, before, after: { outcome }, ip: admin.ip };
	const entry = { atMs: deps.clock.now(), actor: admin.actor.uid, action: 'callback-replayed', details };
	await inTransaction(deps.db, (tx) => recordAudit(tx, kept.uid === null ? entry : { ...entry, uid: kept.uid }));
	return { outcome };
}

function notReplayable(): CallError {
	return new CallError('failed-precondition', refusal('not-replayable'));
}
