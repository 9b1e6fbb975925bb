import { macrosOf, type Partner } from './partner.ts';

/**
 * AdGate Media (Prodege). Signs nothing. Approval and rejection of a pending conversion repeat its id and need `state`.
 * Events without a payout come only when `event_id` is asked for. `s2` is the first of its free sub-ids.
 * [A] docs.adgatemedia.com, docs.prodegeads.com: macros, states, 5 repeats, first address. Others [C], wall [B].
 */
export const adgate: Partner = {
	name: 'AdGate Media',
	certainty: 'vendor',
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
				// Without a state, only what is approved is told.
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
	macros: macrosOf([
		's1',
		's2',
		'conversion_id',
		'points',
		'payout',
		'state',
		'offer_id',
		'offer_name',
		'event_id',
		'vc_title',
	]),
};
