import type { Partner } from './partner.ts';

const flag = (kind: 'reversal' | 'screen-out') =>
	({ true: kind, false: 'credit', '1': kind, '0': 'credit', '': 'credit' }) as const;

/** `currency` is in $. Seen in several integrations: names, signature, flags, body. Unsourced: reversals. */
export const theoremreach: Partner = {
	name: 'TheoremReach',
	certainty: 'integrations',
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
	uncertain: 'reversals repeat tx_id',
	successBody: '1',
};
