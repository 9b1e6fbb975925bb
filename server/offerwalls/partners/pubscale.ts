import { macrosOf, md5Hex, type Partner, SECRET } from './partner.ts';

/** Only the whole part of the value is hashed. Seen in one integration: wall URL. */
export const pubscale: Partner = {
	name: 'PubScale',
	certainty: 'vendor',
	verified: { page: 'pubscale.gitbook.io/offerwall-sdk', on: '2026-11-26' },
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
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'formula of the hash',
	successBody: 'OK',
	macros: macrosOf('user_id value token signature offer_id offer_name'),
};
