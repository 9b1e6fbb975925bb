import { hashOf, macrosOf, md5Hex, type Partner, SECRET } from './partner.ts';

/** A reversal has a negative amount. Seen in several integrations: responses, wall URL. */
export const kiwiwall: Partner = {
	name: 'KiwiWall',
	certainty: 'vendor',
	verified: { page: 'kiwiwall.com/postback-documentation', on: '2026-11-26' },
	arrival: 'query',
	wallUrl: 'https://www.kiwiwall.com/wall/{appId}/{uid}',
	parameters: {
		uid: 'sub_id',
		transactionId: 'trans_id',
		reward: 'amount',
		payout: 'gross',
		offerId: 'offer_id',
		offerName: 'offer_name',
		userIp: 'ip_address',
	},
	signature: hashOf('signature', md5Hex, ':', ['sub_id', 'amount', SECRET]),
	kinds: { rules: [{ parameter: 'status', values: { '1': 'credit', '2': 'reversal' } }] },
	uncertain: 'reversals repeat trans_id',
	successBody: '1',
	knownIps: ['34.193.235.172'],
	macros: macrosOf('status trans_id sub_id gross amount offer_id offer_name ip_address signature'),
};
