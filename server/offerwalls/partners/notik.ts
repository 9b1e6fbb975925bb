import { hmacSha1Hex, type Partner } from './partner.ts';

/**
 * Notik. Signs the whole public address, with `hash` last. A chargeback has an id of its own, a negative amount, and the
 * original id in `rewarded_txn_id`. The wall's address needs three values of the dashboard: `appId`, and as `wallParams`
 * `api_key` and `pub_id`.
 *
 * [B] names and signature, wall; chargeback, body and address [C].
 */
export const notik: Partner = {
	name: 'Notik',
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
	},
	signature: { scheme: 'address', parameter: 'hash', digest: hmacSha1Hex, position: 'last' },
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'how a chargeback looks, and the address it calls from',
	successBody: '1',
	knownIps: ['192.53.121.112'],
};
