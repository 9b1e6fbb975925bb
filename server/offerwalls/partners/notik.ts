import { hmacSha1Hex, type Partner } from './partner.ts';

/**
 * A chargeback has its own id and a negative amount. Seen in several integrations: names, signature, wall URL; in one:
 * chargeback, body, IP address.
 */
export const notik: Partner = {
	name: 'Notik',
	certainty: 'integrations',
	arrival: 'query',
	wallUrl: 'https://notik.me/coins?api_key={api_key}&pub_id={pub_id}&app_id={appId}&user_id={uid}',
	parameters: {
		uid: 'user_id',
		transactionId: 'txn_id',
		reward: 'amount',
		payout: 'payout',
		originalId: 'rewarded_txn_id',
		offerId: 'offer_id',
		offerName: 'offer_name',
		userIp: 'conversion_ip',
	},
	signature: { scheme: 'address', parameter: 'hash', digest: hmacSha1Hex, position: 'last' },
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'how chargebacks are reported; source IP addresses',
	successBody: '1',
	knownIps: ['192.53.121.112'],
};
