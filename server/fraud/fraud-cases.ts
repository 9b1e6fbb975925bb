import { userMessageOf } from '../../contract/admin/reasons.ts';
import type { CallInput, CallResult } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { CallError } from '../../contract/errors.ts';
import { callError } from '../../contract/refusals.ts';
import { pauseUser } from '../accounts/user-record/restrict-user.ts';
import { type ActionDeps, type AdminContext, type StaffCall, withAudit } from '../accounts/with-audit.ts';
import type { OpenCall } from '../lib/call-handler.ts';
import { readCursor, toPage, UUID } from '../lib/db/cursor.ts';
import { type Database, datesToMs } from '../lib/db/database.ts';
import { notifyUser } from '../notifications/notify-user.ts';
import * as store from './store-cases.ts';

const PRECISION_DAYS = 90;
const CURSOR = new RegExp(`^\\d{1,3} ${UUID}$`);
const stateAfter: Record<string, store.CaseState> = { watch: 'watching', close: 'closed', open: 'open' };

type Deps = { db: Database };

export const adminGetFraudCases: OpenCall<'adminGetFraudCases', Deps> = async ({ db }, input) => {
	const { cursor, limit, ...filter } = input;
	const [score, last = ''] = readCursor(cursor, CURSOR);
	const after = score === undefined ? undefined : { score: Number(score), uid: last };
	const rows = await store.selectCases(db, { ...filter, after, limit: limit + 1 });
	return toPage(rows, limit, { toItem: datesToMs, keyOf: (row) => [row.score, row.uid] });
};

export async function adminGetFraudPrecision({ db, clock }: ActionDeps): Promise<CallResult<'adminGetFraudPrecision'>> {
	const counted = await store.countConfirmed(db, new Date(clock.now() - PRECISION_DAYS * DAY_MS));
	return { days: PRECISION_DAYS, ...counted };
}

export const adminGetFraudNotes: OpenCall<'adminGetFraudNotes', Deps> = async ({ db }, { uid }) =>
	(await store.selectNotes(db, uid)).map(datesToMs);

/** A refusal for one case does not stop the rest. */
export const adminHandleFraudCases: StaffCall<'adminHandleFraudCases', ActionDeps> = async (deps, input, admin) => {
	const { uids, deed: action, reason } = input;
	const refused: { uid: string; message: string }[] = [];
	let done = 0;
	for (const uid of new Set(uids)) {
		try {
			await handle(deps, admin, { uid, action, reason });
			done += 1;
		} catch (error) {
			if (!(error instanceof CallError)) throw error;
			refused.push({ uid, message: error.message });
		}
	}
	return { done, refused };
};

async function handle(
	deps: ActionDeps,
	admin: AdminContext,
	{ uid, action, reason }: { uid: string; action: CallInput<'adminHandleFraudCases'>['deed']; reason: string },
): Promise<void> {
	const entry = { action: `fraud-${action}`, user: uid, reason, isFree: action !== 'pause' && action !== 'close' };
	await withAudit(deps, admin, entry, async (tx, atMs, user) => {
		const fraudCase = await store.lockCase(tx, uid);
		if (!fraudCase) throw callError('not-found', 'no-such-case');
		const state = stateAfter[action] ?? fraudCase.state;
		const message = userMessageOf(reason);
		if (action === 'pause') await pauseUser(tx, { uid, reason: message });
		if (action === 'message') await notifyUser(tx, { uid, kind: 'message', data: { text: message } });
		const at = new Date(atMs);
		if (state !== fraudCase.state) await store.updateCaseState(tx, { uid, state, at });
		await store.insertNote(tx, { uid, at, actor: admin.actor.uid, text: message });
		const isPaused = user.pausedReason !== null;
		const before = { state: fraudCase.state, paused: isPaused };
		const after = { state, paused: isPaused || action === 'pause' };
		return { result: undefined, change: { before, after, keeps: ['state'] } };
	});
}
