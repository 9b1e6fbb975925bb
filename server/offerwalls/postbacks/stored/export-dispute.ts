import { robuxToWire } from '../../../../contract/money.ts';
import { type ActionDeps, recordAction, type StaffCall } from '../../../accounts/with-audit.ts';
import { stretchOf } from '../../../lib/db/cursor.ts';
import { datesToMs } from '../../../lib/db/database.ts';
import { selectHiddenOffers } from '../../catalogue/offer-promises.ts';
import { selectClicks } from '../../catalogue/store-clicks.ts';
import { selectPostbacksOf } from '../store-postbacks.ts';
import { isUnverified } from '../unverified.ts';

const LINES_MAX = 5_000;

export const adminExportDispute: StaffCall<'adminExportDispute', ActionDeps> = async (deps, input, admin) => {
	const { uid, wall_id: wall, reason } = input;
	const change = { owner: uid, wall, keeps: ['wall'] };
	await recordAction(deps, admin, { action: 'export-dispute', reason, change });
	const stretch = await stretchOf(deps.db, 'callbacks', {});
	const found = await selectPostbacksOf(deps.db, uid, { filter: { uid, wall }, stretch, limit: LINES_MAX });
	const clicks = await selectClicks(deps.db, uid, LINES_MAX);
	return {
		uid,
		wall_id: wall,
		callbacks: found
			.filter(({ outcome }) => !isUnverified(outcome))
			.map(({ at, outcome, why, request, bookedKind: kind, bookedAmount: amount }) => ({
				at: at.getTime(),
				outcome,
				why,
				request,
				booked: kind === null || amount === null ? null : { kind, amount: robuxToWire(amount) },
			})),
		clicks: clicks
			.filter(({ earning_source }) => earning_source === wall)
			.map(({ id, timestamp: at, offer_id, name }) => datesToMs({ id, at, offer_id, name })),
		hidden_offers: (await selectHiddenOffers(deps.db, wall)).map(datesToMs),
		is_complete: Math.max(found.length, clicks.length) < LINES_MAX,
	};
};
