import { sql } from 'kysely';
import type { ClaimFile, ClaimsRequest } from '../../../contract/admin/claims.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { datesToMs } from '../../lib/db/rows.ts';
import { adminItemOf, listAll, listOwn, requireTicket } from '../../tickets/list-tickets.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CLICK_RETENTION_MS } from '../catalogue/store-clicks.ts';
import { findPostbacks } from '../postbacks/stored/find-postbacks.ts';
import { claimKind } from './claim-kind.ts';
import { countEnded } from './store-claims.ts';
import { selectClickList, selectWallCredits } from './store-evidence.ts';
import { selectPositions } from './store-pictures.ts';
import { measureWalls } from './wall-claims.ts';

type Deps = { db: Database; clock: Clock };
type FileDeps = Deps & { catalogue: Pick<Catalogue, 'findStep'> };

const POSTBACKS_SHOWN = 50;

export const getClaims = listOwn(claimKind);

export async function adminGetClaims(
	deps: Deps,
	{ wallId, ...list }: ClaimsRequest,
): Promise<CallResult<'adminGetClaims'>> {
	const page = await listAll(deps.db, claimKind, { ...list, also: wallId ? sql`wall = ${wallId}` : undefined });
	return { ...page, ...(await measureWalls(deps)) };
}

export async function adminGetClaim(
	{ db, clock, catalogue }: FileDeps,
	{ reference }: { reference: string },
): Promise<ClaimFile> {
	const row = await requireTicket(db, claimKind, reference);
	const { uid, wall, note, said, goal, offerKey: key } = row;
	const step = key && goal ? catalogue.findStep({ wall, key, goal }) : undefined;
	const since = new Date(Math.min(row.openedAt.getTime(), clock.now()) - CLICK_RETENTION_MS);
	const credits = await selectWallCredits(db, { uid, wall, since });
	const about = { uid, wall, since: since.getTime() };
	const { items: callbacks } = await findPostbacks({ db }, { ...about, limit: POSTBACKS_SHOWN, cursor: undefined });
	const positions = await selectPositions(db, row);
	return {
		claim: { ...adminItemOf(claimKind, row), note, said, goal, goal_title: step?.title ?? null },
		pictures: positions.map((position) => `/data/admin/claims/${reference}/pictures/${position}`),
		clicks: (await selectClickList(db, row)).map(datesToMs),
		credits: credits.toReversed().map(({ atMs, offerKey, name, amount, boost, state }) => ({
			...{ at: atMs, offer_key: offerKey, name, state },
			amount: robuxToWire(asRobuxCents(amount + boost)),
		})),
		callbacks,
		before: await countEnded(db, uid),
	};
}
