import { DAY_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { CLICK_RETENTION_MS } from '../catalogue/store-clicks.ts';
import { findPostbacks } from '../postbacks/stored/find-postbacks.ts';
import { storedParameters } from '../postbacks/stored/stored-postback.ts';
import type { Wall } from '../walls/wall.ts';
import { type Evidence, type RefusedPostback, refusedReasonOf } from './answer-claim.ts';
import { selectClicksOfWall, selectWallCredits } from './store-evidence.ts';

/** Only this time is searched, because the log has no index by user. */
const REFUSED_MS = 30 * DAY_MS;
const POSTBACKS_MAX = 100;

type About = { uid: string; wall: Wall };

export async function findEvidence(
	deps: { db: Database; clock: Clock },
	about: About,
	tx: Database | Tx = deps.db,
): Promise<Omit<Evidence, 'refused'>> {
	const nowMs = deps.clock.now();
	const of = { uid: about.uid, wall: about.wall.id, since: new Date(nowMs - CLICK_RETENTION_MS) };
	const credits = await selectWallCredits(tx, of);
	const clicks = await selectClicksOfWall(tx, of);
	return { credits, clicks, nowMs };
}

export async function findRefused(
	{ db, clock }: { db: Database; clock: Clock },
	{ uid, wall }: About,
): Promise<RefusedPostback[]> {
	const since = clock.now() - REFUSED_MS;
	const { items } = await findPostbacks({ db }, { uid, wall: wall.id, since, limit: POSTBACKS_MAX, cursor: undefined });
	const offerId = wall.partner.parameters.offerId;
	return items.toReversed().flatMap(({ at, outcome, why, request }) => {
		const reason = refusedReasonOf({ outcome, why });
		if (!reason) return [];
		return [{ atMs: at, reason, offerKey: offerId && storedParameters(request)?.get(offerId) }];
	});
}
