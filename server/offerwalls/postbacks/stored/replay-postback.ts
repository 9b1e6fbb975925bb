import { callError } from '../../../../contract/refusals.ts';
import { type ActionDeps, recordAction, type StaffCall } from '../../../accounts/with-audit.ts';
import { recordAudit } from '../../../lib/audit.ts';
import { inTransaction } from '../../../lib/db/database.ts';
import { Overloaded } from '../../../lib/jobs/batcher.ts';
import type { Wall } from '../../walls/wall.ts';
import { selectPostback } from '../store-postbacks.ts';
import type { PostbackTaker } from '../take-postback.ts';
import { isReplayable } from './stored-postback.ts';

export type ReplayDeps = ActionDeps & { walls: readonly Wall[]; postbacks: Pick<PostbackTaker, 'takeAgain'> };

/** Writes audit entries before and after the booking, whose transaction also books other postbacks. */
export const adminReplayCallback: StaffCall<'adminReplayCallback', ReplayDeps> = async (deps, input, admin) => {
	const { id, reason } = input;
	const postback = await selectPostback(deps.db, Number(id));
	if (!postback) throw callError('not-found', 'no-such-callback');
	if (!isReplayable(postback)) throw callError('failed-precondition', 'not-replayable');
	const wall = deps.walls.find((one) => one.id === postback.wall);
	if (!wall?.enabled) throw callError('failed-precondition', 'wall-not-on');

	const before = { outcome: postback.outcome };
	const keeps = ['callback', 'outcome'];
	const change = { before, callback: postback.id, owner: postback.uid, keeps };
	await recordAction(deps, admin, { action: 'replay-callback', reason, change });
	const outcome = await deps.postbacks.takeAgain(wall, postback).catch((error) => {
		throw error instanceof Overloaded ? callError('unavailable', 'overloaded') : error;
	});
	if (outcome === undefined) throw callError('failed-precondition', 'not-replayable');
	if (typeof outcome === 'object') throw callError('failed-precondition', 'still-refused', { why: outcome.refused });
	const details = { callback: postback.id, before, after: { outcome }, ip: admin.ip, role: admin.actor.staffRole };
	const audit = { action: 'callback-replayed', details, keeps: [...keeps, 'role'] };
	const entry = { atMs: deps.clock.now(), actor: admin.actor.uid, ...audit };
	await inTransaction(deps.db, (tx) =>
		recordAudit(tx, postback.uid === null ? entry : { ...entry, uid: postback.uid }),
	);
	return { outcome };
};
