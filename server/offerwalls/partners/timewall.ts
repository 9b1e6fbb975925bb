import { hashOf, macrosOf, type Partner, SECRET, sha256Hex } from './partner.ts';

/**
 * TimeWall. The hash covers user and revenue: set `rate` and a path key. A chargeback repeats the id [M].
 * Auto-withdraw placements also tell of their own holds, which book nothing [C].
 * [B] five and more integrations agree on the hash; names, body and addresses [B].
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
	macros: macrosOf(['userID', 'transactionID', 'revenue', 'currencyAmount', 'type', 'ip', 'hash']),
};
