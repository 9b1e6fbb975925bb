import type { Partner } from './partner.ts';

const flag = (kind: 'reversal' | 'screen-out') =>
	({ true: kind, false: 'credit', '1': kind, '2': 'credit', '0': 'credit', '': 'credit' }) as const;

/** `currency` is in $; a flag of 2 means no. Seen in several integrations: signature, body. Unsourced: reversals. */
export const theoremreach: Partner = {
	name: 'TheoremReach',
	certainty: 'integrations',
	verified: { page: 'github.com/TheoremReach/andy_rails_example, callbacks/process.rb', on: '2026-11-26' },
	shows: 'surveys',
	arrival: 'query',
	wallUrl: 'https://theoremreach.com/respondent_entry/direct?api_key={appId}&user_id={uid}',
	parameters: { uid: 'user_id', transactionId: 'tx_id', reward: 'reward', payout: 'currency' },
	signature: {
		scheme: 'address',
		parameter: 'hash',
		digest: { hash: 'sha1', keyed: true, encoding: 'base64url' },
		position: 'anywhere',
	},
	kinds: {
		rules: [
			{ parameter: 'reversal', values: flag('reversal'), absent: 'credit' },
			{ parameter: 'screenout', values: flag('screen-out'), absent: 'credit' },
		],
	},
	tests: [{ parameter: 'debug', values: ['true', '1'] }],
	uncertain: 'reversals repeat tx_id; what the hash covers',
	successBody: '1',
};
