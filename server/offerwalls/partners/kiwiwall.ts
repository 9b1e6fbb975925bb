import { hashOf, md5Hex, type Partner, SECRET } from './partner.ts';

/** Seen in several integrations: names, hash, responses, wall URL; in an older one: IP address. Unsourced: status 2. */
export const kiwiwall: Partner = {
	name: 'KiwiWall',
	certainty: 'integrations',
	arrival: 'query',
	wallUrl: 'https://www.kiwiwall.com/wall/{appId}/{uid}',
	parameters: {
		uid: 'sub_id',
		transactionId: 'trans_id',
		reward: 'amount',
		payout: 'gross',
		offerName: 'offer_name',
		userIp: 'ip_address',
	},
	signature: hashOf('signature', md5Hex, ':', ['sub_id', 'amount', SECRET]),
	kinds: { rules: [{ parameter: 'status', values: { '1': 'credit', '2': 'reversal' } }] },
	uncertain: 'status 2 means reversal; source IP addresses',
	successBody: '1',
	knownIps: ['34.193.235.172'],
};
