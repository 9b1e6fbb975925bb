import { hashOf, macrosOf, md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * Amounts have no sign. A rejection has a new `transId` and the credit's `uuid`. Documented at affiliates.wannads.com,
 * also `DUP`. Seen in several integrations: wall URL.
 */
export const wannads: Partner = {
	name: 'Wannads',
	certainty: 'vendor',
	arrival: 'query',
	wallUrl: 'https://wall.wannads.com/wall?apiKey={appId}&userId={uid}',
	parameters: {
		uid: 'subId',
		transactionId: 'transId',
		reward: 'reward',
		payout: 'payout',
		link: 'uuid',
		offerId: 'campaign_id',
		offerName: 'campaign_name',
		userIp: 'userIp',
	},
	signature: hashOf('signature', md5Hex, '', ['subId', 'transId', 'reward', SECRET]),
	kinds: { rules: [{ parameter: 'status', values: { '1': 'credit', '2': 'reversal' } }] },
	tests: [{ parameter: 'debug', values: ['1'] }],
	successBody: 'OK',
	duplicateBody: 'DUP',
};

/**
 * A rejection has a negative reward and `rejected`; accounts migrated from the legacy contract still send 1 and 2.
 */
export const wannadsV2: Partner = {
	name: 'Wannads',
	certainty: 'vendor',
	verified: { page: 'wannads.com/documentation/postback/app', on: '2026-11-26' },
	arrival: 'query',
	wallUrl: 'https://wall.wannads.com/wall?apiKey={appId}&userId={uid}',
	parameters: {
		uid: 'user_id',
		transactionId: 'transaction_id',
		reward: 'reward',
		offerId: 'offer_id',
		offerName: 'offer_name',
	},
	signature: { scheme: 'none' },
	kinds: {
		rules: [
			{ parameter: 'status', values: { credited: 'credit', rejected: 'reversal', '1': 'credit', '2': 'reversal' } },
		],
	},
	uncertain: 'formula of the signature (set in override.signature)',
	successBody: 'OK',
	macros: macrosOf('user_id transaction_id reward status offer_id offer_name goal_id'),
};
