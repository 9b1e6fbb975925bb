import { hashOf, macrosOf, md5Hex, parametersOf, partnerOf, ruleOf, SECRET, UID } from './partner.ts';

/** Status 2 reverses a credit, even weeks later. Seen in several integrations: parameters, hash, IPs, wall URL. */
export const cpx = partnerOf({
	name: 'CPX Research',
	certainty: 'integrations',
	shows: 'surveys',
	wallUrl: 'https://offers.cpx-research.com/index.php?app_id={appId}&ext_user_id={uid}&secure_hash={hash}',
	wallHash: { digest: md5Hex, parts: [UID, SECRET], separator: '-' },
	parameters: parametersOf(
		'uid=user_id transactionId=trans_id reward=amount_local',
		'payout=amount_usd offerId=offer_ID userIp=ip_click',
	),
	signature: hashOf('secure_hash', md5Hex, '-', ['trans_id', SECRET]),
	kinds: {
		rules: [
			ruleOf('status', '1=credit 2=reversal -2=reversal'),
			ruleOf('type', 'complete=credit out=screen-out bonus=bonus =credit', { absent: 'credit' }),
		],
	},
	uncertain: 'number of retries; latest time of a cancellation',
	successBody: 'ok',
	knownIps: ['188.40.3.73', '157.90.97.92', '2a01:4f8:d0a:30ff::2'],
	macros: macrosOf('status trans_id user_id amount_local amount_usd offer_ID ip_click type secure_hash'),
});

/**
 * A disqualification may pay. Set `override.wallUrl`, with `app_uid={uid}`. Seen in one
 * integration: `Sig`, which matches the partner's sample.
 */
export const inbrain = partnerOf({
	name: 'inBrain',
	certainty: 'one-integration',
	verified: { page: 'docs.inbrain.ai/docs/offer-callbacks/overview', on: '2026-11-26' },
	shows: 'surveys',
	arrival: 'json',
	parameters: parametersOf(
		'uid=PanelistId transactionId=RewardId reward=Reward payout=RevenueAmount',
		'offerId=OfferId offerName=OfferTitle goalId=OfferGoalId',
	),
	signature: hashOf('Sig', md5Hex, '', ['PanelistId', 'RewardId', SECRET]),
	kinds: {
		rules: [
			ruleOf(
				'RewardType',
				'survey_completed=credit survey_disqualified=credit profiler_completed=credit ad_hoc=bonus ' +
					'offer_completed=credit offer_clicked=noted offer_completion_reversed=reversal',
			),
		],
		negativeIsReversal: true,
	},
	tests: [{ parameter: 'IsTest', values: ['true'] }],
	uncertain: 'formula of Sig; how reversals are reported',
});

const parts = 'cpa device_id request_uuid reward_name reward_value status reason timestamp tx_id'.split(' ');

/**
 * Only `eligible` pays. Set `override.wallUrl`, with `request_uuid={uid}`. Seen in several integrations: names,
 * signature, when to pay.
 */
export const pollfish = partnerOf({
	name: 'Pollfish',
	certainty: 'integrations',
	verified: { page: 'github.com/pollfish/docs, s2s.md', on: '2026-11-26' },
	shows: 'surveys',
	parameters: parametersOf('uid=request_uuid transactionId=tx_id reward=reward_value', 'payout=cpa reason=reason'),
	payoutUnit: 'usd-cents',
	signature: {
		scheme: 'fields',
		parameter: 'signature',
		digest: { hash: 'sha1', keyed: true, encoding: 'base64' },
		parts,
		separator: ':',
		omitEmpty: ['request_uuid'],
		absentIsEmpty: ['reason'],
	},
	kinds: { rules: [ruleOf('status', 'eligible=credit noteligible=screen-out not_eligible=screen-out')] },
	tests: [{ parameter: 'debug', values: ['true', '1'] }],
	uncertain: 'formula of the signature',
	macros: macrosOf([...parts, 'signature', 'debug'].join(' '), '[[', ']]'),
});

/**
 * Documented at docs.rapidoreach.com: names, responses, C complete, F screened out, P over quota. Unsourced: `txnHash`,
 * reversals.
 */
export const rapidoreach = partnerOf({
	name: 'RapidoReach',
	certainty: 'memory',
	verified: { page: 'docs.rapidoreach.com/docs/sdk/callbacks', on: '2026-11-26' },
	shows: 'surveys',
	parameters: parametersOf(
		'uid=endUserId transactionId=transactionId reward=currencyAmt',
		'payout=amt offerId=offerInvitationId offerName=offerTitle',
	),
	signature: hashOf('txnHash', md5Hex, '', ['transactionId', SECRET]),
	kinds: { rules: [ruleOf('status', 'C=credit F=screen-out P=screen-out')], negativeIsReversal: true },
	uncertain: 'values covered by txnHash; how reversals are reported',
	successBody: '1',
});

const flagOf = (parameter: string, kind: 'reversal' | 'screen-out') =>
	ruleOf(parameter, `true=${kind} false=credit 1=${kind} 2=credit 0=credit =credit`, { absent: 'credit' });

/** `currency` is in $; a flag of 2 means no. Seen in several integrations: signature, body. Unsourced: reversals. */
export const theoremreach = partnerOf({
	name: 'TheoremReach',
	certainty: 'integrations',
	verified: { page: 'github.com/TheoremReach/andy_rails_example, callbacks/process.rb', on: '2026-11-26' },
	shows: 'surveys',
	wallUrl: 'https://theoremreach.com/respondent_entry/direct?api_key={appId}&user_id={uid}',
	parameters: parametersOf('uid=user_id transactionId=tx_id reward=reward payout=currency'),
	signature: {
		scheme: 'address',
		parameter: 'hash',
		digest: { hash: 'sha1', keyed: true, encoding: 'base64url' },
		position: 'anywhere',
	},
	kinds: { rules: [flagOf('reversal', 'reversal'), flagOf('screenout', 'screen-out')] },
	tests: [{ parameter: 'debug', values: ['true', '1'] }],
	uncertain: 'reversals repeat tx_id; what the hash covers',
	successBody: '1',
});
