import { macrosOf, type Partner } from './partner.ts';

/** These partners send the secret in the URL and sign no field, so proxies must not log URLs. */

/**
 * A reversal (status 2) repeats the credit's id. Seen in several integrations: bodies, wall URL.
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
		'userId transactionId rewardValue payout taskName userIp countryCode subId status secretKey rewardCurrency',
		'{{',
		'}}',
	),
};

/** The vendor asks for a rate. Unsourced: negative amounts are reversals. */
export const cpalead: Partner = {
	name: 'CPALead',
	certainty: 'vendor',
	verified: { page: 'cpalead.com/en/postback/documentation', on: '2026-11-26' },
	arrival: 'query',
	parameters: {
		uid: 'subid',
		transactionId: 'lead_id',
		reward: 'virtual_currency',
		payout: 'payout',
		offerId: 'campaign_id',
		offerName: 'campaign_name',
		userIp: 'ip_address',
	},
	signature: { scheme: 'shared-secret', parameter: 'password' },
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'virtual_currency and ip_address; how reversals are reported',
	successBody: 'OK',
	macros: macrosOf('subid payout ip_address lead_id country_iso password virtual_currency campaign_id campaign_name'),
};
