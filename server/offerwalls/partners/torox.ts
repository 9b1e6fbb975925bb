import { hashOf, md5Hex, type Partner, SECRET } from './partner.ts';

/** Several integrations confirm the response body and the old IP address. One confirms that a reversal repeats the id. */
export const torox: Partner = {
	name: 'Torox',
	certainty: 'vendor',
	verified: { page: 'offertoro.com/docs/postback', on: '2026-11-26' },
	arrival: 'query',
	wallUrl: 'https://torox.io/ifr/show/{appId}/{uid}',
	parameters: {
		uid: 'user_id',
		transactionId: 'id',
		reward: 'amount',
		payout: 'payout',
		offerId: 'oid',
		offerName: 'o_name',
		userIp: 'ip_address',
	},
	signature: hashOf('sig', md5Hex, '-', ['oid', 'user_id', SECRET]),
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'reversals repeat the ID; source IP addresses',
	successBody: '1',
	knownIps: ['54.175.173.245'],
};
