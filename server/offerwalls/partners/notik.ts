import { hmacSha1Hex, type Partner } from './partner.ts';

/**
 * Notik. Signs the public address, `hash` last. A chargeback has its own id, a negative amount, `rewarded_txn_id`.
 * The wall needs `appId`, and as `wallParams` `api_key` and `pub_id`.
 * [B] names and signature, wall; chargeback, body and address [C].
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
