import { hashOf, md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * inBrain. `Sig` covers user and reward id, not the amount. A disqualification can carry one. Below zero takes back [M].
 * [A] docs.inbrain.ai: fields, types. `Sig` [C], agrees with the vendor's 32-digit sample.
 * The wall is a link made in the dashboard: `override.wallUrl`, with `app_uid={uid}`.
 */
export const inbrain: Partner = {
	name: 'inBrain',
	certainty: 'one-integration',
	shows: 'surveys',
	arrival: 'json',
	parameters: { uid: 'PanelistId', transactionId: 'RewardId', reward: 'Reward', payout: 'RevenueAmount' },
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
				},
			},
		],
		negativeIsReversal: true,
	},
	tests: [{ parameter: 'IsTest', values: ['true'] }],
	uncertain: 'formula of Sig; how reversals are reported',
	successBody: 'OK',
};
