import { type Partner, SECRET, sha1Hex } from './partner.ts';

/** Rewards are in our currency. Seen in one integration: no separator. */
export const adjoe: Partner = {
	name: 'adjoe',
	certainty: 'vendor',
	verified: { page: 'docs.adjoe.io, Payout', on: '2026-11-26' },
	arrival: 'query',
	parameters: { uid: 'user_uuid', transactionId: 'trans_uuid', reward: 'coin_amount' },
	signature: {
		scheme: 'fields',
		parameter: 'sid',
		digest: sha1Hex,
		parts: ['trans_uuid', 'user_uuid', 'currency', 'coin_amount', 'device_id', 'sdk_app_id', SECRET],
		separator: '',
		absentIsEmpty: ['device_id', 'sdk_app_id'],
	},
	kinds: { rules: [] },
	uncertain: 'the parts of the hash have no separator',
	successBody: 'OK',
};
