import type { offerHistoryCalls } from '../../../contract/offerwalls/history.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import type { Feature } from '../../lib/feature.ts';
import {
	getOfferHistory,
	getPendingRewards,
	getReward,
	type HistoryDeps,
	type RewardDeps,
} from './get-offer-history.ts';
import { listOfferChanges } from './list-offer-changes.ts';

export const offerHistory = {
	calls: {
		getPendingRewards,
		getOfferHistory: (deps, page, { actor }) => getOfferHistory(deps, actor.uid, page),
		getReward,
		adminGetUserOffers: (deps, { uid, ...page }) => getOfferHistory(deps, uid, page),
	},
	liveSources: [{ name: 'offer', listChangesSince: listOfferChanges }],
} satisfies Feature<typeof offerHistoryCalls, HistoryDeps & RewardDeps & { clock: Clock }>;
