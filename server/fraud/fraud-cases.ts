import { sql } from 'kysely';
import type { FraudCase } from '../../contract/accounts/fraud.ts';
import { userMessageOf } from '../../contract/admin/reasons.ts';
import type { CallInput, CallResult } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { CallError } from '../../contract/errors.ts';
import { callError } from '../../contract/refusals.ts';
import { pauseUser } from '../accounts/user-record/restrict-user.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { readCursor, type TimeRange, toPage, UUID, within } from '../lib/db/cursor.ts';
import { type Database, datesToMs, type InDates, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { notifyUser } from '../notifications/notify-user.ts';

type CaseState = FraudCase['state'];

type CaseRow = InDates<FraudCase, 'opened_at' | 'changed_at'>;

type CaseFilter = TimeRange & { state: CaseState; uid: string | undefined };

async function selectCases(
	db: Database,
	page: CaseFilter & { after: { score: number; uid: string } | undefined; limit: number },
): Promise<CaseRow[]> {
	const { state, uid, after, limit, ...range } = page;
	const ofUser = uid ? sql`uid = ${uid}` : sql`state = ${state}`;
	const behind = after ? sql`and (score, uid) < (${after.score}::int, ${after.uid}::uuid)` : sql``;
	return rowsOf<CaseRow>(db)`
		select c.uid, coalesce(u.roblox_username, a.email) as name, c.state, c.score, c.opened_at,
			c.changed_at, u.paused_reason is not null as paused, u.banned_at is not null as banned,
			(select count(*)::int from fraud_notes n where n.uid = c.uid) as notes,
			coalesce((
				select jsonb_agg(jsonb_build_object('signal', signal, 'points', points, 'details', details)
					order by points desc, signal)
				from fraud_signals s where s.uid = c.uid
			), '[]') as signals
		from (
			select * from fraud_cases where ${ofUser} ${behind} and ${within(sql`opened_at`, range)} order by score desc, uid desc limit ${limit}
		) c
		join users u on u.uid = c.uid
		left join auth_user a on a.id = c.uid
		order by c.score desc, c.uid desc
	`;
}

async function countConfirmed(db: Database, since: Date): Promise<{ opened: number; confirmed: number }> {
	const row = await rowOf<{ opened: number; confirmed: number }>(db)`
		select count(*)::int as opened,
			count(*) filter (where u.banned_at is not null or u.paused_reason is not null)::int as confirmed
		from fraud_cases c join users u using (uid) where c.opened_at >= ${since}
	`;
	return row ?? { opened: 0, confirmed: 0 };
}

async function lockCase(tx: Tx, uid: string): Promise<{ state: CaseState; score: number } | undefined> {
	return rowOf<{ state: CaseState; score: number }>(tx)`
		select state, score from fraud_cases where uid = ${uid} for update
	`;
}

async function updateCaseState(tx: Tx, { uid, state, at }: { uid: string; state: CaseState; at: Date }) {
	await sql`
		update fraud_cases set state = ${state}, changed_at = ${at},
			closed_score = case when ${state} = 'closed' then score end
		where uid = ${uid}
	`.execute(tx);
}

async function insertNote(tx: Tx, { uid, at, actor, text }: { uid: string; at: Date; actor: string; text: string }) {
	await sql`insert into fraud_notes (uid, at, actor, text) values (${uid}, ${at}, ${actor}, ${text})`.execute(tx);
}

type NoteRow = { id: string; at: Date; by: string | null; text: string };

async function selectNotes(db: Database, uid: string): Promise<NoteRow[]> {
	return rowsOf<NoteRow>(db)`
		select n.id::text, n.at, a.email as by, n.text from fraud_notes n left join auth_user a on a.id = n.actor
		where n.uid = ${uid} order by n.id desc limit 200
	`;
}

const PRECISION_DAYS = 90;
const CURSOR = new RegExp(`^\\d{1,3} ${UUID}$`);
const stateAfter: Record<string, CaseState> = { watch: 'watching', close: 'closed', open: 'open' };

export async function adminGetFraudCases(
	{ db }: { db: Database },
	{ cursor, limit, ...filter }: CallInput<'adminGetFraudCases'>,
): Promise<CallResult<'adminGetFraudCases'>> {
	const [score, last = ''] = readCursor(cursor, CURSOR);
	const after = score === undefined ? undefined : { score: Number(score), uid: last };
	const rows = await selectCases(db, { ...filter, after, limit: limit + 1 });
	return toPage(rows, limit, { toItem: datesToMs, keyOf: (row) => [row.score, row.uid] });
}

export async function adminGetFraudPrecision({ db, clock }: ActionDeps): Promise<CallResult<'adminGetFraudPrecision'>> {
	const counted = await countConfirmed(db, new Date(clock.now() - PRECISION_DAYS * DAY_MS));
	return { days: PRECISION_DAYS, ...counted };
}

export async function adminGetFraudNotes(
	{ db }: { db: Database },
	{ uid }: { uid: string },
): Promise<CallResult<'adminGetFraudNotes'>> {
	return (await selectNotes(db, uid)).map(datesToMs);
}

/** A refusal for one case does not stop the rest. */
export async function adminHandleFraudCases(
	deps: ActionDeps,
	{ uids, deed: action, reason }: CallInput<'adminHandleFraudCases'>,
	admin: AdminContext,
): Promise<CallResult<'adminHandleFraudCases'>> {
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
}

async function handle(
	deps: ActionDeps,
	admin: AdminContext,
	{ uid, action, reason }: { uid: string; action: CallInput<'adminHandleFraudCases'>['deed']; reason: string },
): Promise<void> {
	const entry = { action: `fraud-${action}`, user: uid, reason, isFree: action !== 'pause' && action !== 'close' };
	await withAudit(deps, admin, entry, async (tx, atMs, user) => {
		const fraudCase = await lockCase(tx, uid);
		if (!fraudCase) throw callError('not-found', 'no-such-case');
		const state = stateAfter[action] ?? fraudCase.state;
		const message = userMessageOf(reason);
		if (action === 'pause') await pauseUser(tx, { uid, reason: message });
		if (action === 'message') await notifyUser(tx, { uid, kind: 'message', data: { text: message } });
		const at = new Date(atMs);
		if (state !== fraudCase.state) await updateCaseState(tx, { uid, state, at });
		await insertNote(tx, { uid, at, actor: admin.actor.uid, text: message });
		const isPaused = user.pausedReason !== null;
		const before = { state: fraudCase.state, paused: isPaused };
		const after = { state, paused: isPaused || action === 'pause' };
		return { result: undefined, change: { before, after, keeps: ['state'] } };
	});
}
