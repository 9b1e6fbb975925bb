import { md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * RapidoReach. Two md5s come with each postback; what they cover was not found. `txnHash` is taken for the transaction id
 * and the secret [M], which covers neither user nor amount: path key and address list are required, and
 * `override.signature` states the recipe of the dashboard.
 *
 * [A] docs.rapidoreach.com: names, user, `1` received, `0` repeats up to 3 times, status C complete, F screened out, P over
 * quota. That an amount below zero takes back [M].
 */
export const rapidoreach: Partner = {
	name: 'RapidoReach',
	arrival: 'query',
	parameters: {
		uid: 'endUserId',
		transactionId: 'transactionId',
		reward: 'currencyAmt',
		payout: 'amt',
		offerId: 'offerInvitationId',
		offerName: 'offerTitle',
	},
	signature: {
		scheme: 'fields',
		parameter: 'txnHash',
		digest: md5Hex,
		parts: ['transactionId', SECRET],
		separator: '',
	},
	kinds: {
		rules: [{ parameter: 'status', values: { C: 'credit', F: 'screen-out', P: 'screen-out' } }],
		negativeIsReversal: true,
	},
	uncertain: 'what txnHash covers, and how something is taken back',
	successBody: '1',
};
