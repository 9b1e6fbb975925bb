import { macrosOf, parametersOf, partnerOf, ruleOf } from './partner.ts';

// No signature covers user and amount, so path key and IP list are mandatory. The last two partners send the secret in
// the URL, so proxies must not log URLs.

const STATUS_TWO_REVERSES = '1=credit 2=reversal';

/**
 * Events without a payout require `event_id`. Documented at docs.adgatemedia.com, docs.prodegeads.com: macros, states,
 * repeats, first IP address. Seen in one integration: other addresses; in several: wall URL.
 */
export const adgate = partnerOf({
	name: 'AdGate Media',
	certainty: 'vendor',
	verified: { page: 'docs.prodegeads.com/postbacks/postback-information', on: '2026-11-26' },
	wallUrl: 'https://wall.adgaterewards.com/{appId}/{uid}',
	parameters: parametersOf(
		'uid=s1 transactionId=conversion_id reward=points payout=payout',
		'offerId=offer_id offerName=offer_name goalId=event_id clickId=s2',
	),
	signature: { scheme: 'none' },
	kinds: { rules: [ruleOf('state', 'approved=credit pending=pending rejected=reversal', { absent: 'credit' })] },
	uncertain: 'newer source IP addresses',
	knownIps: [
		...'52.42.57.125 54.186.70.83 52.39.181.185 54.190.14.75 52.11.36.128'.split(' '),
		...'54.191.9.88 3.21.111.51 3.135.140.42 3.133.245.65'.split(' '),
	],
	macros: macrosOf('s1 s2 conversion_id points payout state offer_id offer_name event_id vc_title'),
});

/**
 * Later events of some offers have only the user's share and no payout. Rejected events were never paid. Seen in several
 * integrations: wall URL. Unsourced: placeholders of offer and transaction, and `status=rejected` appended to the URL
 * for reversals.
 */
export const mychips = partnerOf({
	name: 'myChips',
	certainty: 'memory',
	verified: { page: 'docs.mychips.io/reward-handling', on: '2026-11-26' },
	wallUrl: 'https://sdk.mychips.io/content?content_id={appId}&user_id={uid}',
	parameters: parametersOf(
		'uid=user_id transactionId=transaction_id reward=reward payout=payout',
		'userShare=user_payout offerId=offer_id offerName=offer_name',
	),
	signature: { scheme: 'none' },
	kinds: {
		rules: [
			ruleOf('rejected_reason_id', '=credit 0=credit', { other: 'noted', absent: 'credit' }),
			ruleOf('status', 'approved=credit rejected=reversal 1=credit 2=reversal', { absent: 'credit' }),
		],
	},
	paysOnlyWithPayout: true,
	uncertain: 'placeholders of offer and transaction; how reversals are reported. The vendor asks you to set a rate',
	knownIps: [
		...'168.63.37.145 20.54.96.37 13.70.194.104 34.146.139.91 34.54.234.115 34.54.248.253'.split(' '),
		...'34.64.93.62 34.47.93.43 34.84.180.208 48.209.163.104 4.207.193.125 48.209.162.122'.split(' '),
	],
	appended: ['rejected_reason_id'],
	macros: {
		...macrosOf('user_id transaction_id payout user_payout offer_id offer_name'),
		reward: '{user_payout_in_vc}',
		status: 'approved',
	},
});

/** Its optional hash is unknown. Seen in several integrations: names, states, wall URL; in one: IP, of 2022. */
export const adscend = partnerOf({
	name: 'Adscend',
	certainty: 'integrations',
	wallUrl: 'https://asmwall.com/adwall/publisher/{appId}/profile/{profile}?subid1={uid}',
	parameters: parametersOf('uid=SB1 transactionId=TID reward=CUR payout=PAY', 'offerId=OID offerName=ONM userIp=IP'),
	signature: { scheme: 'none' },
	kinds: { rules: [ruleOf('STS', STATUS_TWO_REVERSES)] },
	uncertain: 'whether postbacks are hashed; source IP addresses',
	knownIps: ['54.204.57.82'],
	macros: macrosOf('OID ONM PAY CUR SB1 STS TID IP', '[', ']'),
});

/**
 * Placeholders are in dollar signs. A reversal has type 3 and negative amounts; type 2 is a gift of its support.
 * Unsourced: transaction. Seen in several integrations: wall URL.
 */
export const revu = partnerOf({
	name: 'RevU',
	certainty: 'vendor',
	verified: { page: 'revu.co/docs/integration/desktop', on: '2026-11-26' },
	wallUrl: 'https://publishers.revenueuniverse.com/wallresp/{appId}/offers?uid={uid}',
	parameters: parametersOf('uid=uid transactionId=sid4 reward=currency', 'payout=rate offerId=campaign offerName=name'),
	signature: { scheme: 'none' },
	kinds: { rules: [ruleOf('currencytype', '1=credit 2=bonus 3=reversal')], negativeIsReversal: true },
	uncertain: 'the placeholder of the transaction ID; source IP addresses',
	macros: macrosOf('uid sid4 currency currencytype rate campaign name', '$', '$'),
});

/** Only the sender's IP address identifies this partner. A reversal (status 2) repeats `leadID`. Source: one integration. */
export const adwork = partnerOf({
	name: 'AdWork Media',
	certainty: 'one-integration',
	wallUrl: 'https://lockwall.xyz/wall/{appId}/{uid}',
	parameters: parametersOf(
		'uid=sid transactionId=leadID reward=vc_value',
		'payout=commission offerId=campaign_id userIp=ip',
	),
	signature: { scheme: 'none' },
	kinds: { rules: [ruleOf('status', STATUS_TWO_REVERSES)] },
	uncertain: 'all parameter names and values',
	macros: macrosOf('campaign_id leadID country sid commission status ip vc_value', '[', ']'),
});

/** A reversal (status 2) repeats the credit's id. Seen in several integrations: bodies, wall URL. */
export const monlix = partnerOf({
	name: 'Monlix',
	certainty: 'vendor',
	verified: { page: 'docs.monlix.com/docs/postback', on: '2026-11-26' },
	wallUrl: 'https://offers.monlix.com/?appid={appId}&userid={uid}',
	parameters: parametersOf(
		'uid=userId transactionId=transactionId reward=rewardValue',
		'payout=payout offerName=taskName userIp=userIp',
	),
	signature: { scheme: 'shared-secret', parameter: 'secretKey' },
	kinds: { rules: [ruleOf('status', STATUS_TWO_REVERSES)] },
	uncertain: 'expected responses OK and DUP',
	duplicateBody: 'DUP',
	macros: macrosOf(
		'userId transactionId rewardValue payout taskName userIp countryCode subId status secretKey rewardCurrency',
		'{{',
		'}}',
	),
});

/** The vendor asks for a rate. Unsourced: negative amounts are reversals. */
export const cpalead = partnerOf({
	name: 'CPALead',
	certainty: 'vendor',
	verified: { page: 'cpalead.com/en/postback/documentation', on: '2026-11-26' },
	parameters: parametersOf(
		'uid=subid transactionId=lead_id reward=virtual_currency payout=payout',
		'offerId=campaign_id offerName=campaign_name userIp=ip_address',
	),
	signature: { scheme: 'shared-secret', parameter: 'password' },
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'virtual_currency and ip_address; how reversals are reported',
	macros: macrosOf('subid payout ip_address lead_id country_iso password virtual_currency campaign_id campaign_name'),
});
