import { hashOf, md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * The response 403 stops retries.
 * Seen in a public receiver: colons.
 */
export const tapjoy: Partner = {
	name: 'Tapjoy',
	certainty: 'vendor',
	verified: { page: 'docs.unity.com, Self-managed currency', on: '2026-11-26' },
	arrival: 'query',
	parameters: { uid: 'snuid', transactionId: 'id', reward: 'currency' },
	signature: hashOf('verifier', md5Hex, ':', ['id', 'snuid', 'currency', SECRET]),
	kinds: { rules: [] },
	uncertain: 'the parts of the verifier are joined by colons',
	successBody: 'OK',
	refusesUnknownUsers: true,
};
