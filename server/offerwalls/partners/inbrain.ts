import { hashOf, md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * A disqualification may pay. Set `override.wallUrl`, with `app_uid={uid}`. Seen in one
 * integration: `Sig`, which matches the partner's sample.
 */
export const inbrain: Partner = {
	name: 'inBrain',
	certainty: 'one-integration',
	verified: { page: 'docs.inbrain.ai/docs/offer-callbacks/overview', on: '2026-11-26' },
	shows: 'surveys',
	arrival: 'json',
	parameters: {
		uid: 'PanelistId',
		transactionId: 'RewardId',
		reward: 'Reward',
		payout: 'RevenueAmount',
		offerId: 'OfferId',
		offerName: 'OfferTitle',
		goalId: 'OfferGoalId',
	},
	signature: hashOf('Sig', md5Hex, '', ['PanelistId', 'RewardId', SECRET]),
	kinds: {
		rules: [
			{
				parameter: 'RewardType',
				values: {
					survey_completed: 'credit',
					survey_disqualified: 'credit',
					profiler_completed: 'credit',
					ad_hoc: 'bonus',
					offer_completed: 'credit',
					offer_clicked: 'noted',
					offer_completion_reversed: 'reversal',
				},
			},
		],
		negativeIsReversal: true,
	},
	tests: [{ parameter: 'IsTest', values: ['true'] }],
	uncertain: 'formula of Sig; how reversals are reported',
	successBody: 'OK',
};
