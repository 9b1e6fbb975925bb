import { md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * Tapjoy, self-managed currency. 200 is paid, 403 stops (also for a user who is not there), anything else is repeated
 * every 5 minutes for 4 days. Tells of nothing taken back.
 *
 * [A] docs.unity.com: names, parts of the verifier, answers. That colons join them [M]. Lives in a mobile SDK.
 */
export const tapjoy: Partner = {
	name: 'Tapjoy',
	arrival: 'query',
	parameters: { uid: 'snuid', transactionId: 'id', reward: 'currency' },
	signature: {
		scheme: 'fields',
		parameter: 'verifier',
		digest: md5Hex,
		parts: ['id', 'snuid', 'currency', SECRET],
		separator: ':',
	},
	kinds: { rules: [] },
	uncertain: 'that colons join the parts of the verifier',
	successBody: 'OK',
	refusesUnknownUsers: true,
};
