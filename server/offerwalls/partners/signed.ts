import {
	hashOf,
	hmacSha1Hex,
	hmacSha256Hex,
	macrosOf,
	md5Hex,
	parametersOf,
	partnerOf,
	ruleOf,
	SECRET,
	sha1Hex,
	sha256Hex,
} from './partner.ts';

/**
 * Documented at docs.adgem.com: macros, authoritative payout, posted conversions. Seen in several integrations:
 * verifier, wall URL. Unsourced: negative amounts are reversals, header of posted conversions.
 */
export const adgem = partnerOf({
	name: 'AdGem',
	certainty: 'integrations',
	verified: { page: 'docs.adgem.com/publisher-support/postback-options', on: '2026-11-26' },
	wallUrl: 'https://api.adgem.com/v1/wall?appid={appId}&playerid={uid}',
	parameters: parametersOf(
		'uid=player_id transactionId=transaction_id reward=amount payout=payout offerId=campaign_id',
		'offerName=campaign_name goalId=goal_id clickId=c1 userIp=ip',
	),
	signature: { scheme: 'address', parameter: 'verifier', digest: hmacSha256Hex, position: 'anywhere' },
	kinds: {
		rules: [ruleOf('nonpayable_install_goal', 'true=noted 1=noted false=credit =credit', { absent: 'credit' })],
		negativeIsReversal: true,
	},
	posted: {
		parameters: parametersOf(
			'uid=data.player_id transactionId=data.conversion_id reward=data.amount payout=data.payout offerId=data.campaign_id',
			'offerName=data.offer_name goalId=data.goal_id clickId=data.c1 userIp=data.ip',
		),
		signature: { scheme: 'body', header: 'signature', digest: hmacSha256Hex },
		kinds: {
			rules: [ruleOf('data.conversion_type', 'reward=credit install=noted', { absent: 'credit' })],
			negativeIsReversal: true,
		},
	},
	uncertain: 'how reversals are reported',
	appended: ['nonpayable_install_goal'],
	macros: macrosOf('player_id transaction_id amount payout campaign_id campaign_name goal_id goal_name c1 country ip'),
});

/** Rewards are in our currency. Seen in one integration: no separator. */
export const adjoe = partnerOf({
	name: 'adjoe',
	certainty: 'vendor',
	verified: { page: 'docs.adjoe.io, Payout', on: '2026-11-26' },
	parameters: parametersOf('uid=user_uuid transactionId=trans_uuid reward=coin_amount'),
	signature: {
		scheme: 'fields',
		parameter: 'sid',
		digest: sha1Hex,
		parts: ['trans_uuid', 'user_uuid', 'currency', 'coin_amount', 'device_id', 'sdk_app_id', SECRET],
		separator: '',
		absentIsEmpty: ['device_id', 'sdk_app_id'],
	},
	kinds: { rules: [] },
	uncertain: 'the parts of the hash have no separator',
});

/**
 * Documented at docs.ayetstudios.com: macros, chargebacks, 12 repeats within the hour. Seen in several integrations:
 * header recipe.
 */
export const ayet = partnerOf({
	name: 'ayeT-Studios',
	certainty: 'vendor',
	verified: { page: 'docs.ayetstudios.com, Offerwall Callbacks', on: '2026-11-26' },
	wallUrl: 'https://www.ayetstudios.com/offers/web_offerwall/{appId}?external_identifier={uid}',
	parameters: parametersOf(
		'uid=external_identifier transactionId=transaction_id reward=currency_amount payout=payout_usd',
		'offerId=offer_id offerName=offer_name reason=chargeback_reason',
	),
	signature: { scheme: 'sorted-query', header: 'x-ayetstudios-security-hash', digest: hmacSha256Hex },
	kinds: { rules: [ruleOf('is_chargeback', '0=credit 1=reversal', { absent: 'credit' })] },
	reversalPrefix: 'r-',
	uncertain: 'the security header is on; its formula',
	macros: macrosOf(
		'transaction_id external_identifier currency_amount payout_usd is_chargeback chargeback_reason offer_id offer_name',
	),
});

/**
 * Postbacks with a state share one id, report reversals with positive values and call a pending one `COMPLETE`, so the
 * state is read first. `state_change` is an older name, for any change of state.
 */
export const bitlabs = partnerOf({
	name: 'BitLabs',
	certainty: 'vendor',
	verified: { page: 'developer.bitlabs.ai/docs/callback-parameters', on: '2026-11-26' },
	wallUrl: 'https://web.bitlabs.ai/?token={appId}&uid={uid}',
	parameters: parametersOf(
		'uid=USER:UID transactionId=TX reward=VALUE:CURRENCY payout=VALUE:USD originalId=REF',
		'offerId=OFFER:ID offerName=OFFER:NAME goalId=OFFER:TASK:ID userIp=USER:IP_ADDRESS',
	),
	signature: { scheme: 'address', parameter: 'hash', digest: hmacSha1Hex, position: 'last' },
	kinds: {
		rules: [
			ruleOf('OFFER:TASK:STATE', 'COMPLETED=credit PENDING=pending RECONCILED=reversal NONE=credit =credit', {
				absent: 'credit',
			}),
			ruleOf(
				'ACTIVITY:TYPE',
				'COMPLETE=credit SCREENOUT=screen-out START_BONUS=bonus RECONCILIATION=reversal state_change=pending',
			),
		],
	},
	uncertain: 'spelling of ACTIVITY:TYPE; source IP addresses; USER:UID in ban callbacks',
	knownIps: ['20.76.54.40/29', '18.199.243.90', '18.157.62.114', '18.193.24.206'],
	macros: macrosOf(
		'USER:UID TX VALUE:CURRENCY VALUE:USD REF ACTIVITY:TYPE ' +
			'OFFER:ID OFFER:NAME OFFER:TASK:ID OFFER:TASK:STATE USER:IP_ADDRESS',
		'[%',
		'%]',
	),
	// Source: developer.bitlabs.ai/docs/ban-callbacks.
	standing: {
		state: 'BAN:STATUS',
		scope: 'BAN:TYPE',
		reason: 'BAN:REASON',
		until: 'BAN:UNTIL',
		states: { active: false, banned: true, shadow_ban: true, review: true, on_hold: true },
		macros: macrosOf('USER:UID BAN:STATUS BAN:TYPE BAN:REASON BAN:UNTIL', '[%', '%]'),
	},
});

/** A reversal has a negative amount. Seen in several integrations: responses, wall URL. */
export const kiwiwall = partnerOf({
	name: 'KiwiWall',
	certainty: 'vendor',
	verified: { page: 'kiwiwall.com/postback-documentation', on: '2026-11-26' },
	wallUrl: 'https://www.kiwiwall.com/wall/{appId}/{uid}',
	parameters: parametersOf(
		'uid=sub_id transactionId=trans_id reward=amount payout=gross',
		'offerId=offer_id offerName=offer_name userIp=ip_address',
	),
	signature: hashOf('signature', md5Hex, ':', ['sub_id', 'amount', SECRET]),
	kinds: { rules: [ruleOf('status', '1=credit 2=reversal')] },
	uncertain: 'reversals repeat trans_id',
	successBody: '1',
	knownIps: ['34.193.235.172'],
	macros: macrosOf('status trans_id sub_id gross amount offer_id offer_name ip_address signature'),
});

/** Seen in several integrations: status values; in one: body `1`. */
export const lootably = partnerOf({
	name: 'Lootably',
	certainty: 'vendor',
	verified: { page: 'documentation.lootably.com/docs/postbacks', on: '2026-11-26' },
	wallUrl: 'https://wall.lootably.com/?placementID={appId}&sid={uid}',
	parameters: parametersOf(
		'uid=userID transactionId=transactionID reward=currencyReward payout=revenue',
		'offerId=offerID offerName=offerName goalId=goalID userIp=ip',
	),
	signature: hashOf('hash', sha256Hex, '', ['userID', 'ip', 'revenue', 'currencyReward', SECRET]),
	formats: { ip: '(?:\\d{1,3}\\.){3}\\d{1,3}|[0-9a-f:.]*:[0-9a-f:.]*|' },
	kinds: { rules: [ruleOf('status', '1=credit 0=reversal')] },
	uncertain: 'status 0 means chargeback; expected response 1',
	successBody: '1',
	macros: macrosOf('userID transactionID ip offerName offerID goalID goalName revenue currencyReward status hash'),
});

/**
 * A chargeback has its own id and a negative amount. Seen in several integrations: names, signature, wall URL; in one:
 * chargeback, body, IP address.
 */
export const notik = partnerOf({
	name: 'Notik',
	certainty: 'integrations',
	wallUrl: 'https://notik.me/coins?api_key={api_key}&pub_id={pub_id}&app_id={appId}&user_id={uid}',
	parameters: parametersOf(
		'uid=user_id transactionId=txn_id reward=amount payout=payout',
		'originalId=rewarded_txn_id offerId=offer_id offerName=offer_name userIp=conversion_ip',
	),
	signature: { scheme: 'address', parameter: 'hash', digest: hmacSha1Hex, position: 'last' },
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'how chargebacks are reported; source IP addresses',
	successBody: '1',
	knownIps: ['192.53.121.112'],
});

/** Only the whole part of the value is hashed. Seen in one integration: wall URL. */
export const pubscale = partnerOf({
	name: 'PubScale',
	certainty: 'vendor',
	verified: { page: 'pubscale.gitbook.io/offerwall-sdk', on: '2026-11-26' },
	wallUrl: 'https://wow.pubscale.com?app_id={appId}&user_id={uid}',
	parameters: parametersOf('uid=user_id transactionId=token reward=value', 'offerId=offer_id offerName=offer_name'),
	signature: {
		scheme: 'fields',
		parameter: 'signature',
		digest: md5Hex,
		parts: [SECRET, 'user_id', 'value', 'token'],
		separator: '.',
		wholePart: 'value',
	},
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'formula of the hash',
	macros: macrosOf('user_id value token signature offer_id offer_name'),
});

/** Any response with HTTP 200 is accepted. Seen in one integration: no separator. */
export const sparkwall = partnerOf({
	name: 'Sparkwall',
	certainty: 'vendor',
	verified: { page: 'sparkwall.gitbook.io/sparkwall-docs/postbacks', on: '2026-11-26' },
	parameters: parametersOf(
		'uid=user_id transactionId=transaction_id reward=amount payout=payout',
		'offerId=offerid offerName=offername userIp=user_ip',
	),
	signature: hashOf('signature', md5Hex, '', ['user_id', 'transaction_id', 'payout', SECRET]),
	kinds: { rules: [ruleOf('status', '1=credit 2=reversal')] },
	uncertain: 'the parts of the hash have no separator',
	macros: macrosOf('user_id transaction_id amount payout user_ip offerid offername status signature'),
});

/** The response 403 stops retries. Seen in a public receiver: colons. */
export const tapjoy = partnerOf({
	name: 'Tapjoy',
	certainty: 'vendor',
	verified: { page: 'docs.unity.com, Self-managed currency', on: '2026-11-26' },
	parameters: parametersOf('uid=snuid transactionId=id reward=currency'),
	signature: hashOf('verifier', md5Hex, ':', ['id', 'snuid', 'currency', SECRET]),
	kinds: { rules: [] },
	uncertain: 'the parts of the verifier are joined by colons',
	refusesUnknownUsers: true,
});

/**
 * Seen in one integration: placements with automatic withdrawal report their own holds, which book nothing. Seen in
 * several integrations: hash, names, body, IP addresses. Unsourced: chargebacks.
 */
export const timewall = partnerOf({
	name: 'TimeWall',
	certainty: 'integrations',
	wallUrl: 'https://timewall.io/users/login?oid={appId}&uid={uid}',
	parameters: parametersOf('uid=userID transactionId=transactionID reward=currencyAmount', 'payout=revenue userIp=ip'),
	signature: hashOf('hash', sha256Hex, '', ['userID', 'revenue', SECRET]),
	kinds: { rules: [ruleOf('type', 'credit=credit chargeback=reversal hold=hold hold_cancelled=hold-cancelled')] },
	uncertain: 'chargebacks repeat the transaction ID',
	knownIps: ['51.81.120.73', '142.111.248.18'],
	macros: macrosOf('userID transactionID revenue currencyAmount type ip hash'),
});

/** Several integrations confirm the response body and the old IP address. One confirms that a reversal repeats the id. */
export const torox = partnerOf({
	name: 'Torox',
	certainty: 'vendor',
	verified: { page: 'offertoro.com/docs/postback', on: '2026-11-26' },
	wallUrl: 'https://torox.io/ifr/show/{appId}/{uid}',
	parameters: parametersOf(
		'uid=user_id transactionId=id reward=amount payout=payout',
		'offerId=oid offerName=o_name userIp=ip_address',
	),
	signature: hashOf('sig', md5Hex, '-', ['oid', 'user_id', SECRET]),
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'reversals repeat the ID; source IP addresses',
	successBody: '1',
	knownIps: ['54.175.173.245'],
});
