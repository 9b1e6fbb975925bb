import type { AdminClaim, ClaimFile, ClaimsRequest } from '../../../../contract/admin/claims.ts';
import type { CallResult } from '../../../../contract/calls.ts';
import { CallError } from '../../../../contract/errors.ts';
import { asRobuxCents, robuxToWire } from '../../../../contract/money.ts';
import { refusal } from '../../../../contract/refusals.ts';
import type { Clock } from '../../../lib/clock.ts';
import { toPage } from '../../../lib/db/cursor.ts';
import type { Database } from '../../../lib/db/database.ts';
import { CLICKS_KEPT_MS } from '../../catalogue/store-clicks.ts';
import { findPostbacks } from '../../postbacks/kept/find-postbacks.ts';
import { claimKeyOf, readClaimCursor } from '../get-claims.ts';
import { countEnded, type ListedClaim, selectClaims, selectListedClaim } from '../store-claims.ts';
import { selectClickList, selectWallCredits } from '../store-evidence.ts';
import { selectPositions } from '../store-pictures.ts';
import { measureWalls } from '../wall-claims.ts';

type Deps = { db: Database; clock: Clock };

const POSTBACKS_SHOWN = 50;

/** @throws CallError `invalid-argument` for a cursor of another list. */
export async function adminGetClaims(
	deps: Deps,
	{ cursor, limit, ...filter }: ClaimsRequest,
): Promise<CallResult<'adminGetClaims'>> {
	const rows = await selectClaims(deps.db, { ...filter, after: readClaimCursor(cursor), limit: limit + 1 });
	const page = toPage(rows, limit, { toItem: toWire, keyOf: claimKeyOf });
	return { ...page, ...(await measureWalls(deps)) };
}

/** @throws CallError `not-found`. */
export async function adminGetClaim({ db, clock }: Deps, { reference }: { reference: string }): Promise<ClaimFile> {
	const row = await requireListed(db, reference);
	const { uid, wall } = row;
	const since = new Date(Math.min(row.openedAt.getTime(), clock.now()) - CLICKS_KEPT_MS);
	const credits = await selectWallCredits(db, { uid, wall, since });
	const about = { uid, wall, since: since.getTime() };
	const { items: callbacks } = await findPostbacks({ db }, { ...about, limit: POSTBACKS_SHOWN, cursor: undefined });
	const positions = await selectPositions(db, row);
	return {
		claim: { ...toWire(row), note: row.note, said: row.said, goal: row.goal },
		pictures: positions.map((position) => `/data/admin/claims/${reference}/pictures/${position}`),
		clicks: (await selectClickList(db, row)).map(({ id, at, offerKey, title, country, device }) => ({
			...{ id, at: at.getTime(), offer_key: offerKey },
			...{ title, country, device },
		})),
		credits: credits.toReversed().map(({ atMs, offerKey, name, amount, boost, state }) => ({
			...{ at: atMs, offer_key: offerKey, name, state },
			amount: robuxToWire(asRobuxCents(amount + boost)),
		})),
		callbacks,
		before: await countEnded(db, uid),
	};
}

/** @throws CallError `not-found`. */
export async function findAdminClaim(db: Database, reference: string): Promise<AdminClaim> {
	return toWire(await requireListed(db, reference));
}

async function requireListed(db: Database, reference: string): Promise<ListedClaim> {
	const row = await selectListedClaim(db, reference);
	if (!row) throw new CallError('not-found', refusal('no-such-claim'));
	return row;
}

function toWire(row: ListedClaim): AdminClaim {
	return {
		reference: row.reference,
		uid: row.uid,
		user_name: row.userName,
		wall_id: row.wall,
		offer_id: row.offerId,
		offer: row.title,
		state: row.state,
		answer: row.answer,
		amount: row.amount === null ? null : robuxToWire(row.amount),
		shown: row.shown === null ? null : robuxToWire(row.shown),
		opened_at: row.openedAt.getTime(),
		changed_at: row.changedAt.getTime(),
	};
}
