import { macrosOf, md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * PubScale. `token` is the transaction; of the value only the whole part is hashed. Nothing is taken back. 6 repeats.
 * [A] pubscale.gitbook.io. Wall [C].
 */
export const pubscale: Partner = {
	name: 'PubScale',
	certainty: 'vendor',
	arrival: 'query',
	wallUrl: 'https://wow.pubscale.com?app_id={appId}&user_id={uid}',
	parameters: { uid: 'user_id', transactionId: 'token', reward: 'value', offerId: 'offer_id', offerName: 'offer_name' },
	signature: {
		scheme: 'fields',
		parameter: 'signature',
		digest: md5Hex,
		parts: [SECRET, 'user_id', 'value', 'token'],
		separator: '.',
		wholePart: 'value',
	},
	kinds: { rules: [] },
	uncertain: 'formula of the hash',
	successBody: 'OK',
	macros: macrosOf(['user_id', 'value', 'token', 'signature', 'offer_id', 'offer_name']),
};
