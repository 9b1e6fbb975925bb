import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import { recordAudit } from '../lib/audit.ts';
import { Overloaded } from '../lib/batcher.ts';
import { inTransaction } from '../lib/database.ts';
import type { CallbackOutcome } from '../offerwalls/callback.ts';
import { isReplayable, type KeptCallback } from '../offerwalls/kept-callback.ts';
import { selectCallback } from '../offerwalls/store-callbacks.ts';
import type { PostbackTaker } from '../offerwalls/take-postback.ts';
import type { Wall } from '../offerwalls/wall.ts';
import type { DeedDeps, Doer } from './deed.ts';

export type ReplayDeps = DeedDeps & { walls: readonly Wall[]; postbacks: Pick<PostbackTaker, 'takeAgain'> };

/**
 * Books a callback that was verified when it came but not booked, on the way of any other: read by the wall's present
 * settings, once for each transaction, whoever and however often it is sent or replayed.
 *
 * It is booked in a batch with others, so the audit cannot share its transaction: one entry goes before, so that nothing
 * is ever booked without, and one says what came of it.
 *
 * @throws CallError `not-found`; `failed-precondition` for one that may not be booked; `unavailable` when too many wait.
 */
export async function adminReplayCallback(
	deps: ReplayDeps,
	doer: Doer,
	{ id, reason }: { id: string; reason?: string | null | undefined },
): Promise<{ outcome: CallbackOutcome }> {
	const kept = await selectCallback(deps.db, Number(id));
	if (!kept) throw new CallError('not-found', refusal('no-such-callback'));
	if (!isReplayable(kept)) throw notReplayable();
	const wall = deps.walls.find((one) => one.id === kept.wall);
	if (!wall?.enabled) throw new CallError('failed-precondition', refusal('wall-not-on'));

	await keep(deps, doer, kept, {
		action: 'replay-callback',
		before: { outcome: kept.outcome },
		reason: reason ?? null,
	});
	const outcome = await deps.postbacks.takeAgain(wall, kept).catch((error) => {
		throw error instanceof Overloaded ? new CallError('unavailable', refusal('overloaded')) : error;
	});
	if (outcome === undefined) throw notReplayable();
	await keep(deps, doer, kept, { action: 'callback-replayed', before: { outcome: kept.outcome }, after: { outcome } });
	return { outcome };
}

function notReplayable(): CallError {
	return new CallError('failed-precondition', refusal('not-replayable'));
}

async function keep(
	{ db, clock }: DeedDeps,
	{ actor, ip }: Doer,
	{ id, uid }: KeptCallback,
	{ action, ...details }: { action: string; before: object; after?: object; reason?: string | null },
): Promise<void> {
	const entry = { atMs: clock.now(), actor: actor.uid, action, details: { callback: id, ...details, ip } };
	await inTransaction(db, (tx) => recordAudit(tx, uid === null ? entry : { ...entry, uid }));
}
