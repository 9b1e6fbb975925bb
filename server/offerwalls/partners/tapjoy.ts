import { hashOf, md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * 403 stops; other failures repeat every 5 minutes for 4 days.
 * [A] docs.unity.com: names, parts of the verifier, answers. [M] colons.
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
