import { macrosOf, type Partner } from './partner.ts';

const parts = 'cpa device_id request_uuid reward_name reward_value status reason timestamp tx_id'.split(' ');

/**
 * Only `eligible` pays. Set `override.wallUrl`, with `request_uuid={uid}`. Seen in several integrations: names,
 * signature, when to pay.
 */
export const pollfish: Partner = {
	name: 'Pollfish',
	certainty: 'integrations',
	verified: { page: 'github.com/pollfish/docs, s2s.md', on: '2026-11-26' },
	shows: 'surveys',
	arrival: 'query',
	parameters: { uid: 'request_uuid', transactionId: 'tx_id', reward: 'reward_value', payout: 'cpa', reason: 'reason' },
	payoutUnit: 'usd-cents',
	signature: {
		scheme: 'fields',
		parameter: 'signature',
		digest: { hash: 'sha1', keyed: true, encoding: 'base64' },
		parts,
		separator: ':',
		omitEmpty: ['request_uuid'],
		absentIsEmpty: ['reason'],
	},
	kinds: {
		rules: [
			{ parameter: 'status', values: { eligible: 'credit', noteligible: 'screen-out', not_eligible: 'screen-out' } },
		],
	},
	tests: [{ parameter: 'debug', values: ['true', '1'] }],
	uncertain: 'formula of the signature',
	successBody: 'OK',
	macros: macrosOf([...parts, 'signature', 'debug'].join(' '), '[[', ']]'),
};
