import { hashOf, md5Hex, type Partner, SECRET } from './partner.ts';

/**
 * Documented at docs.rapidoreach.com: names, responses, C complete, F screened out, P over quota. Unsourced: `txnHash`,
 * reversals.
 */
export const rapidoreach: Partner = {
	name: 'RapidoReach',
	certainty: 'memory',
	verified: { page: 'docs.rapidoreach.com/docs/sdk/callbacks', on: '2026-11-26' },
	shows: 'surveys',
	arrival: 'query',
	parameters: {
		uid: 'endUserId',
		transactionId: 'transactionId',
		reward: 'currencyAmt',
		payout: 'amt',
		offerId: 'offerInvitationId',
		offerName: 'offerTitle',
	},
	signature: hashOf('txnHash', md5Hex, '', ['transactionId', SECRET]),
	kinds: {
		rules: [{ parameter: 'status', values: { C: 'credit', F: 'screen-out', P: 'screen-out' } }],
		negativeIsReversal: true,
	},
	uncertain: 'values covered by txnHash; how reversals are reported',
	successBody: '1',
};
