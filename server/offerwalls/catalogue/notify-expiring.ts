import { DAY_MS } from '../../../contract/durations.ts';
import { type DbDeps, inTransaction, rowsOf, type Tx } from '../../lib/db/database.ts';
import { notifyUsers } from '../../notifications/notify-user.ts';
import type { NewNotice } from '../../notifications/store.ts';
import type { Catalogue } from './catalogue.ts';
import { findNext, matchSteps, shortest } from './match-steps.ts';
import { CLICK_RETENTION_MS, type Start, type StartRange, selectCreditedStarts } from './store-clicks.ts';
import { selectOfferCredits } from './store-steps.ts';

const BATCH = 500;
const CREDITS_MAX = 200;

type Deps = DbDeps & { catalogue: Pick<Catalogue, 'find' | 'listLimited'> };

/** Notifies users whose time for an offer in progress ends soon, once for each start and end. */
export async function notifyExpiring(deps: Deps): Promise<void> {
	const { db, clock, catalogue } = deps;
	const nowMs = clock.now();
	const since = new Date(nowMs - CLICK_RETENTION_MS);
	const ranges = catalogue.listLimited().flatMap(({ wall, key, steps, completeWithinMs }): StartRange[] => {
		const limits = new Set(steps.flatMap((step) => shortest(step.completeWithinMs, completeWithinMs) ?? []));
		return [...limits].map((ms) => ({
			...{ wall: wall.id, key, afterMs: nowMs - ms, untilMs: nowMs - ms + noticeMs(ms) },
		}));
	});
	let after: Start | undefined;
	do {
		const starts: Start[] = await selectCreditedStarts(db, ranges, { since, after, limit: BATCH });
		const notices: NewNotice[] = [];
		for (const start of starts) notices.push(...(await noticesOf(deps, start, nowMs)));
		await inTransaction(db, async (tx) => {
			const present = await lockPresent(tx, notices);
			await notifyUsers(
				tx,
				notices.filter(({ uid }) => present.has(uid)),
			);
		});
		after = starts.length < BATCH ? undefined : starts.at(-1);
	} while (after);
}

/** A day before the end, or later if the limit is short. */
const noticeMs = (limitMs: number) => (limitMs >= 3 * DAY_MS ? DAY_MS : limitMs / 4);

async function noticesOf({ db, catalogue }: Deps, start: Start, nowMs: number): Promise<NewNotice[]> {
	const { uid, offerId, country, startedAt } = start;
	const visitor = { age: Number.POSITIVE_INFINITY, country: country ?? undefined, isServed: true };
	const offer = catalogue.find(visitor, offerId);
	if (!offer || offer.isHidden) return [];
	const credits = await selectOfferCredits(db, uid, { offers: [start], since: startedAt, limit: CREDITS_MAX });
	const goals = matchSteps(offer.steps, credits);
	const next = findNext(offer, goals, { startedAt, nowMs });
	const isGoing = goals.some(({ state }) => state === 'credited' || state === 'held');
	if (!isGoing || !next?.endMs || next.endMs <= nowMs) return [];
	if (next.endMs - nowMs > noticeMs(next.endMs - startedAt.getTime())) return [];
	const data = { offer: offer.title, offer_id: offerId, until: next.endMs };
	return [{ uid, kind: 'offer-expiring', data, reference: `offer/${offerId}/${next.endMs}/expiring` }];
}

/** The lock keeps accounts from being deleted before the notices are stored. */
async function lockPresent(tx: Tx, notices: readonly NewNotice[]): Promise<Set<string>> {
	const rows = await rowsOf<{ uid: string }>(tx)`
		select uid from users where uid = any(${notices.map(({ uid }) => uid)}::uuid[])
			and deleted_at is null and banned_at is null
		order by uid for share
	`;
	return new Set(rows.map(({ uid }) => uid));
}
