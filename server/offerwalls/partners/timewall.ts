import { hashOf, macrosOf, type Partner, SECRET, sha256Hex } from './partner.ts';

/**
 * Seen in one integration: placements with automatic withdrawal report their own holds, which book nothing. Seen in
 * several integrations: hash, names, body, IP addresses. Unsourced: chargebacks.
 */
export const timewall: Partner = {
	name: 'TimeWall',
	certainty: 'integrations',
	arrival: 'query',
	wallUrl: 'https://timewall.io/users/login?oid={appId}&uid={uid}',
	parameters: {
		uid: 'userID',
		transactionId: 'transactionID',
		reward: 'currencyAmount',
		payout: 'revenue',
		userIp: 'ip',
	},
	signature: hashOf('hash', sha256Hex, '', ['userID', 'revenue', SECRET]),
	kinds: {
		rules: [
			{
				parameter: 'type',
				values: { credit: 'credit', chargeback: 'reversal', hold: 'hold', hold_cancelled: 'hold-cancelled' },
			},
		],
	},
	uncertain: 'chargebacks repeat the transaction ID',
	successBody: 'OK',
	knownIps: ['51.81.120.73', '142.111.248.18'],
	macros: macrosOf('userID transactionID revenue currencyAmount type ip hash'),
};
