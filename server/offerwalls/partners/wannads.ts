import { macrosOf, md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * Wannads, legacy contract, which about a dozen smaller walls copied whole. Amounts are absolute. A rejection has a new
 * `transId` and the `uuid` of the credit. The signature covers user, transaction and reward, but neither `status` nor
 * `payout`, and joins its parts bare.
 *
 * [A] affiliates.wannads.com. The wall's address [B].
 */
export const wannads: Partner = {
	name: 'Wannads',
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
	},
	signature: {
		scheme: 'fields',
		parameter: 'signature',
		digest: md5Hex,
		parts: ['subId', 'transId', 'reward', SECRET],
		separator: '',
	},
	kinds: { rules: [{ parameter: 'status', values: { '1': 'credit', '2': 'reversal' } }] },
	tests: [{ parameter: 'debug', values: ['1'] }],
	successBody: 'OK',
};

/**
 * Wannads, new contract: only the macros that we ask for, a rejection has a negative reward and the status `rejected`;
 * accounts that were migrated keep 1 and 2. What signs it is told in the dashboard only, so nothing is taken for signed;
 * once known, `override.signature` states it.
 *
 * [A] wannads.com/documentation/postback/app.
 */
export const wannadsV2: Partner = {
	name: 'Wannads',
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
			{
				parameter: 'status',
				values: { credited: 'credit', rejected: 'reversal', '1': 'credit', '2': 'reversal' },
			},
		],
	},
	uncertain: 'the recipe of the signature, which override.signature states',
	successBody: 'OK',
	macros: macrosOf(['user_id', 'transaction_id', 'reward', 'status', 'offer_id', 'offer_name', 'goal_id']),
};
