import { randomBytes } from 'node:crypto';
import type { CallInput, CallResult } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { BOUNTY_DAYS, type Origin } from '../../contract/growth.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { type Database, inTransaction } from '../lib/db/database.ts';
import { paysBounties, scaled, type TermsDeps } from './bounty-terms.ts';
import { selectWelcome } from './partner-codes.ts';
import { selectInviteFigures, selectTerms } from './store-bounties.ts';
import * as sources from './store-sources.ts';

export async function adminGetSources(
	{ db, payoutCostOfThousand: cost }: TermsDeps,
	period: CallInput<'adminGetSources'>,
): Promise<CallResult<'adminGetSources'>> {
	const { rows } = await sources.figuresIn(period).execute(db);
	const items = rows.map(({ bounties, ...row }) => {
		const left = row.earned_usd - row.reversed_usd;
		return { ...row, margin_usd: cost === undefined ? null : left - ((row.paid + bounties) / 1_000) * cost };
	});
	return { items };
}

export function adminSwitchSource(
	deps: ActionDeps,
	{ reason, ...source }: CallInput<'adminSwitchSource'>,
	admin: AdminContext,
): Promise<CallResult<'adminSwitchSource'>> {
	return withAudit(deps, admin, { action: 'switch-source', reason }, async (tx) => {
		const changed = await sources.switchSource(tx, source);
		return { result: { changed }, change: changed ? source : undefined };
	});
}

export async function getInvite(
	{ db, publicUrl }: { db: Database; publicUrl: string },
	_input: unknown,
	{ actor: { uid } }: { actor: { uid: string } },
): Promise<CallResult<'getInvite'>> {
	const code = await sources.selectInviteCode(db, uid, randomBytes(6).toString('hex'));
	const stored = await selectTerms(db);
	const terms = stored && paysBounties(stored) ? { ...scaled(stored, 0.01), days: BOUNTY_DAYS } : null;
	return { code, url: `${publicUrl}/?via=${code}`, ...(await selectInviteFigures(db, uid)), terms };
}

const SIGN_UP_MS = HOUR_MS;

export async function noteVisit({ db, clock }: ActionDeps, { repeat, ...origin }: CallInput<'noteVisit'>) {
	const source = await sources.selectSource(db, origin);
	if (!repeat) await sources.countVisit(db, source, clock.now());
	return { partner: source.partner === null ? null : await selectWelcome(db, source.partner) };
}

export async function noteSource(
	{ db, clock }: ActionDeps,
	origin: Origin,
	{ actor: { uid } }: { actor: { uid: string } },
): Promise<CallResult<'noteSource'>> {
	const nowMs = clock.now();
	const since = new Date(nowMs - SIGN_UP_MS);
	return inTransaction(db, async (tx) => {
		const source = await sources.selectSource(tx, origin, uid);
		const noted = await sources.insertSource(tx, { ...origin, ...source, uid, nowMs, since });
		if (noted) await sources.countSource(tx, uid);
		return { noted };
	});
}
