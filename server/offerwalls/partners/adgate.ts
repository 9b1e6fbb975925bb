import { macrosOf, type Partner } from './partner.ts';

/**
 * AdGate Media (Prodege). Signs nothing: path key and address list are what protects. A conversion may be `pending`
 * first; approval and rejection repeat its id; neither is told to an address without `state`. Events without a payout come only when `event_id` is asked for.
 *
 * [A] docs.adgatemedia.com, docs.prodegeads.com: macros, states, 5 repeats, the first address. Other addresses [C],
 * wall [B].
 */
export const adgate: Partner = {
	name: 'AdGate Media',
	arrival: 'query',
	wallUrl: 'https://wall.adgaterewards.com/{appId}/{uid}',
	parameters: {
		uid: 's1',
		transactionId: 'conversion_id',
		reward: 'points',
		payout: 'payout',
		offerId: 'offer_id',
		offerName: 'offer_name',
	},
	signature: { scheme: 'none' },
	kinds: {
		rules: [
			{
				parameter: 'state',
				values: { approved: 'credit', pending: 'pending', rejected: 'reversal' },
				// An address that does not ask for it is called for what is approved, and for nothing else.
				absent: 'credit',
			},
		],
	},
	uncertain: 'the newer addresses it calls from',
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
	macros: macrosOf(['s1', 'conversion_id', 'points', 'payout', 'state', 'offer_id', 'offer_name', 'vc_title']),
};
