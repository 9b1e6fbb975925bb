import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '../../contract/durations.ts';
import { BOUNTY_DAYS } from '../../contract/growth.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../accounts/with-audit.ts';
import type { OpenCall, UserCall } from '../lib/call-handler.ts';
import { type Database, inTransaction } from '../lib/db/database.ts';
import { paysBounties, scaled, type TermsDeps } from './bounty-terms.ts';
import { selectWelcome } from './partner-codes.ts';
import { selectInviteFigures, selectTerms } from './store-bounties.ts';
import * as sources from './store-sources.ts';

export const adminGetSources: OpenCall<'adminGetSources', TermsDeps> = async (deps, period) => {
	const { db, payoutCostOfThousand: cost } = deps;
	const { rows } = await sources.figuresIn(period).execute(db);
	const items = rows.map(({ bounties, ...row }) => {
		const left = row.earned_usd - row.reversed_usd;
		return { ...row, margin_usd: cost === undefined ? null : left - ((row.paid + bounties) / 1_000) * cost };
	});
	return { items };
};

export const adminSwitchSource: StaffCall<'adminSwitchSource', ActionDeps> = (deps, { reason, ...source }, admin) =>
	withAudit(deps, admin, { action: 'switch-source', reason }, async (tx) => {
		const changed = await sources.switchSource(tx, source);
		return { result: { changed }, change: changed ? source : undefined };
	});

type InviteDeps = { db: Database; publicUrl: string };

export const getInvite: UserCall<'getInvite', InviteDeps> = async ({ db, publicUrl }, _, { actor: { uid } }) => {
	const code = await sources.selectInviteCode(db, uid, randomBytes(6).toString('hex'));
	const stored = await selectTerms(db);
	const terms = stored && paysBounties(stored) ? { ...scaled(stored, 0.01), days: BOUNTY_DAYS } : null;
	return { code, url: `${publicUrl}/?via=${code}`, ...(await selectInviteFigures(db, uid)), terms };
};

const SIGN_UP_MS = HOUR_MS;

export const noteVisit: OpenCall<'noteVisit', ActionDeps> = async ({ db, clock }, { repeat, ...origin }) => {
	const source = await sources.selectSource(db, origin);
	if (!repeat) await sources.countVisit(db, source, clock.now());
	return { partner: source.partner === null ? null : await selectWelcome(db, source.partner) };
};

export const noteSource: UserCall<'noteSource', ActionDeps> = async ({ db, clock }, origin, { actor: { uid } }) => {
	const nowMs = clock.now();
	const since = new Date(nowMs - SIGN_UP_MS);
	return inTransaction(db, async (tx) => {
		const source = await sources.selectSource(tx, origin, uid);
		const noted = await sources.insertSource(tx, { ...origin, ...source, uid, nowMs, since });
		if (noted) await sources.countSource(tx, uid);
		return { noted };
	});
};
