import { hashOf, macrosOf, type Partner, SECRET, sha256Hex } from './partner.ts';

/**
 * Seen in several integrations: status values; in
 * one: body `1`.
 */
export const lootably: Partner = {
	name: 'Lootably',
	certainty: 'vendor',
	verified: { page: 'documentation.lootably.com/docs/postbacks', on: '2026-11-26' },
	arrival: 'query',
	wallUrl: 'https://wall.lootably.com/?placementID={appId}&sid={uid}',
	parameters: {
		uid: 'userID',
		transactionId: 'transactionID',
		reward: 'currencyReward',
		payout: 'revenue',
		offerId: 'offerID',
		offerName: 'offerName',
		goalId: 'goalID',
		userIp: 'ip',
	},
	signature: hashOf('hash', sha256Hex, '', ['userID', 'ip', 'revenue', 'currencyReward', SECRET]),
	formats: { ip: '(?:\\d{1,3}\\.){3}\\d{1,3}|[0-9a-f:.]*:[0-9a-f:.]*|' },
	kinds: { rules: [{ parameter: 'status', values: { '1': 'credit', '0': 'reversal' } }] },
	uncertain: 'status 0 means chargeback; expected response 1',
	successBody: '1',
	macros: macrosOf('userID transactionID ip offerName offerID goalID goalName revenue currencyReward status hash'),
};
