import { hashOf, macrosOf, md5Hex, type Partner, parametersOf, partnerOf, ruleOf, SECRET } from './partner.ts';

/**
 * Amounts have no sign. A rejection has a new `transId` and the credit's `uuid`. Documented at affiliates.wannads.com,
 * also `DUP`. Seen in several integrations: wall URL.
 */
const wannads = partnerOf({
	name: 'Wannads',
	certainty: 'vendor',
	wallUrl: 'https://wall.wannads.com/wall?apiKey={appId}&userId={uid}',
	parameters: parametersOf(
		'uid=subId transactionId=transId reward=reward payout=payout',
		'link=uuid offerId=campaign_id offerName=campaign_name userIp=userIp',
	),
	signature: hashOf('signature', md5Hex, '', ['subId', 'transId', 'reward', SECRET]),
	kinds: { rules: [ruleOf('status', '1=credit 2=reversal')] },
	tests: [{ parameter: 'debug', values: ['1'] }],
	duplicateBody: 'DUP',
});

/** A rejection has a negative reward and `rejected`; accounts migrated from the legacy contract still send 1 and 2. */
const wannadsV2 = partnerOf({
	name: 'Wannads',
	certainty: 'vendor',
	verified: { page: 'wannads.com/documentation/postback/app', on: '2026-11-26' },
	wallUrl: 'https://wall.wannads.com/wall?apiKey={appId}&userId={uid}',
	parameters: parametersOf(
		'uid=user_id transactionId=transaction_id reward=reward',
		'offerId=offer_id offerName=offer_name',
	),
	signature: { scheme: 'none' },
	kinds: { rules: [ruleOf('status', 'credited=credit rejected=reversal 1=credit 2=reversal')] },
	uncertain: 'formula of the signature (set in override.signature)',
	macros: macrosOf('user_id transaction_id reward status offer_id offer_name goal_id'),
});

/**
 * These partners copied Wannads' legacy contract. Set `override.wallUrl`. Seen in several integrations: RevenueCPA,
 * Bitswall.
 */
const cloneOf = (name: string, facts: Partial<Partner> = {}): Partner => {
	const { wallUrl: _, ...contract } = wannads;
	return { ...contract, name, ...facts };
};
const readAt = (page: string): Partial<Partner> => ({ verified: { page, on: '2026-11-26' } });

const sentAsForm: Partial<Partner> = {
	arrival: 'form',
	parameters: { ...wannads.parameters, offerId: 'offer_id', offerName: 'offer_name' },
};

export const wannadsFamily: Readonly<Record<string, Partner>> = {
	wannads,
	'wannads-v2': wannadsV2,
	easywall: cloneOf('EasyWall', readAt('adtoreach.com/documentation/postback')),
	objectivewall: cloneOf('ObjectiveWall', readAt('objectivewall.com/documentation/postback')),
	dermoney: cloneOf('Dermoney', readAt('dermoney.com/documentation')),
	adrevmedia: cloneOf('AdrevMedia', readAt('adrevmedia.gitbook.io/docs/postback')),
	adswedmedia: cloneOf('AdswedMedia', {
		...readAt('adswedmedia.com/integration'),
		parameters: { ...wannads.parameters, offerId: 'offer_id', offerName: 'offer_name', goalId: 'event_id' },
	}),
	adwallx: cloneOf('AdwallX', {
		...readAt('adwallx.com/docs'),
		wallUrl: 'https://adwallx.com/offer/{appId}/{uid}',
		parameters: { ...wannads.parameters, offerName: 'offer_name' },
		uncertain: 'recipe of the signature; uuid',
	}),
	revenuecpa: cloneOf('RevenueCPA', {
		...readAt('revenuecpa.com/docs'),
		certainty: 'integrations',
		wallUrl: 'https://revenuecpa.com/offer/{appId}/{uid}',
		uncertain: 'its page spells subid and transid in lower case; recipe of the signature; uuid',
	}),
	tplayad: cloneOf('Tplayad', readAt('tplayad.com/doc/postback')),
	bitswall: cloneOf('Bitswall', {
		certainty: 'integrations',
		successBody: 'ok',
		uncertain: 'expected responses ok and DUP',
	}),
	revtoo: cloneOf('Revtoo', { ...sentAsForm, ...readAt('docs.revtoo.com/s2s-postback') }),
	revlum: cloneOf('Revlum', {
		...sentAsForm,
		...readAt('revlum.com/documentation'),
		parameters: { ...wannads.parameters, offerId: 'offerId', offerName: 'offerName' },
	}),
	/** Unsourced: said to match the family. */
	offery: cloneOf('Offery', {
		certainty: 'memory',
		wallUrl: 'https://offery.io/offerwall/{appId}/{uid}',
		uncertain: 'same contract as Wannads',
	}),
};
