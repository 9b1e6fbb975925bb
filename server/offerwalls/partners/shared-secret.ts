import { macrosOf, type Partner } from './partner.ts';

/** These partners send the secret in the URL and sign no field, so proxies must not log URLs. */

/**
 * A reversal (status 2) repeats the credit's id. Documented at docs.monlix.com. Seen in several integrations: bodies,
 * wall URL.
 */
export const monlix: Partner = {
	name: 'Monlix',
	certainty: 'vendor',
	verified: { page: 'docs.monlix.com/docs/postback', on: '2026-11-26' },
	arrival: 'query',
	wallUrl: 'https://offers.monlix.com/?appid={appId}&userid={uid}',
	parameters: {
		uid: 'userId',
		transactionId: 'transactionId',
		reward: 'rewardValue',
		payout: 'payout',
		offerName: 'taskName',
		userIp: 'userIp',
	},
	signature: { scheme: 'shared-secret', parameter: 'secretKey' },
	kinds: { rules: [{ parameter: 'status', values: { '1': 'credit', '2': 'reversal' } }] },
	uncertain: 'expected responses OK and DUP',
	successBody: 'OK',
	duplicateBody: 'DUP',
	macros: macrosOf(
		[
			'userId',
			'transactionId',
			'rewardValue',
			'payout',
			'taskName',
			'userIp',
			'countryCode',
			'subId',
			'status',
			'secretKey',
			'rewardCurrency',
		],
		'{{',
		'}}',
	),
};

/** Unsourced: negative amounts are reversals. Seen in several integrations: wall URL; in one: all else. */
export const cpalead: Partner = {
	name: 'CPALead',
	certainty: 'one-integration',
	arrival: 'query',
	parameters: {
		uid: 'subid',
		transactionId: 'lead_id',
		reward: 'virtual_currency',
		payout: 'payout',
		offerId: 'campaign_id',
		userIp: 'ip_address',
	},
	signature: { scheme: 'shared-secret', parameter: 'password' },
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'all parameter names; how reversals are reported',
	successBody: 'OK',
	macros: macrosOf([
		'subid',
		'payout',
		'ip_address',
		'lead_id',
		'country_iso',
		'password',
		'virtual_currency',
		'campaign_id',
	]),
};
