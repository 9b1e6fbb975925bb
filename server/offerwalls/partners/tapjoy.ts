import { hashOf, md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * Tapjoy, self-managed currency. 403 stops, other failures repeat every 5 minutes for 4 days. Nothing is taken back.
 * [A] docs.unity.com: names, parts of the verifier, answers. Joined by colons [M]. Lives in a mobile SDK.
 */
export const tapjoy: Partner = {
	name: 'Tapjoy',
	certainty: 'vendor',
	arrival: 'query',
	parameters: { uid: 'snuid', transactionId: 'id', reward: 'currency' },
	signature: hashOf('verifier', md5Hex, ':', ['id', 'snuid', 'currency', SECRET]),
	kinds: { rules: [] },
	uncertain: 'the parts of the verifier are joined by colons',
	successBody: 'OK',
	refusesUnknownUsers: true,
};
