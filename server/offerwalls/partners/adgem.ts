import { hmacSha256Hex, macrosOf, type Partner } from './partner.ts';

/**
 * The beta with POST requests is unsupported. Documented at docs.adgem.com: macros, authoritative payout. Seen in
 * several integrations: verifier, wall URL. Unsourced: negative amounts are reversals.
 */
export const adgem: Partner = {
	name: 'AdGem',
	certainty: 'integrations',
	verified: { page: 'docs.adgem.com/publisher-support/postback-options', on: '2026-11-26' },
	arrival: 'query',
	wallUrl: 'https://api.adgem.com/v1/wall?appid={appId}&playerid={uid}',
	parameters: {
		uid: 'player_id',
		transactionId: 'transaction_id',
		reward: 'amount',
		payout: 'payout',
		offerId: 'campaign_id',
		offerName: 'campaign_name',
		goalId: 'goal_id',
		clickId: 'c1',
		userIp: 'ip',
	},
	signature: { scheme: 'address', parameter: 'verifier', digest: hmacSha256Hex, position: 'anywhere' },
	kinds: {
		rules: [
			{
				parameter: 'nonpayable_install_goal',
				values: { true: 'noted', '1': 'noted', false: 'credit', '': 'credit' },
				absent: 'credit',
			},
		],
		negativeIsReversal: true,
	},
	posted: {
		parameters: {
			uid: 'data.player_id',
			transactionId: 'data.conversion_id',
			reward: 'data.amount',
			payout: 'data.payout',
			offerId: 'data.campaign_id',
			offerName: 'data.offer_name',
			goalId: 'data.goal_id',
			clickId: 'data.c1',
			userIp: 'data.ip',
		},
		signature: { scheme: 'body', header: 'signature', digest: hmacSha256Hex },
		kinds: {
			rules: [{ parameter: 'data.conversion_type', values: { reward: 'credit', install: 'noted' }, absent: 'credit' }],
			negativeIsReversal: true,
		},
	},
	uncertain: 'how reversals are reported',
	successBody: 'OK',
	appended: ['nonpayable_install_goal'],
	macros: macrosOf('player_id transaction_id amount payout campaign_id campaign_name goal_id goal_name c1 country ip'),
};
