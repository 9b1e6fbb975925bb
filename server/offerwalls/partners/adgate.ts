import { macrosOf, type Partner } from './partner.ts';

/**
 * Events without a payout require `event_id`. Documented at docs.adgatemedia.com, docs.prodegeads.com: macros, states,
 * repeats, first IP address. Seen in one integration: other addresses; in several: wall URL.
 */
export const adgate: Partner = {
	name: 'AdGate Media',
	certainty: 'vendor',
	verified: { page: 'docs.prodegeads.com/postbacks/postback-information', on: '2026-11-26' },
	arrival: 'query',
	wallUrl: 'https://wall.adgaterewards.com/{appId}/{uid}',
	parameters: {
		uid: 's1',
		transactionId: 'conversion_id',
		reward: 'points',
		payout: 'payout',
		offerId: 'offer_id',
		offerName: 'offer_name',
		goalId: 'event_id',
		clickId: 's2',
	},
	signature: { scheme: 'none' },
	kinds: {
		rules: [
			{
				parameter: 'state',
				values: { approved: 'credit', pending: 'pending', rejected: 'reversal' },
				// A postback without a state reports an approval.
				absent: 'credit',
			},
		],
	},
	uncertain: 'newer source IP addresses',
	successBody: 'OK',
	knownIps: [
		'52.42.57.125',
		'54.186.70.83',
		'52.39.181.185',
		'54.190.14.75',
		'52.11.36.128',
		'54.191.9.88',
		'3.21.111.51',
		'3.135.140.42',
		'3.133.245.65',
	],
	macros: macrosOf('s1 s2 conversion_id points payout state offer_id offer_name event_id vc_title'),
};
