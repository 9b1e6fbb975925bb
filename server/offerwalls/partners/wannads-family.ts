import { hashOf, macrosOf, md5Hex, type Partner, SECRET } from './partner.ts';
import { wannads } from './wannads.ts';

/**
 * These partners copied Wannads' legacy contract. Set `override.wallUrl`. Seen in several integrations: RevenueCPA,
 * Bitswall.
 */
const cloneOf = (name: string, facts: Partial<Partner> = {}): Partner => {
	const { wallUrl: _, ...contract } = wannads;
	return { ...contract, name, ...facts };
};
const readAt = (page: string): Partial<Partner> => ({ verified: { page, on: '2026-11-26' } });

export const easywall = cloneOf('EasyWall', readAt('adtoreach.com/documentation/postback'));
export const objectivewall = cloneOf('ObjectiveWall', readAt('objectivewall.com/documentation/postback'));
export const dermoney = cloneOf('Dermoney', readAt('dermoney.com/documentation'));
export const adrevmedia = cloneOf('AdrevMedia', readAt('adrevmedia.gitbook.io/docs/postback'));
export const adswedmedia = cloneOf('AdswedMedia', {
	...readAt('adswedmedia.com/integration'),
	parameters: { ...wannads.parameters, offerId: 'offer_id', offerName: 'offer_name', goalId: 'event_id' },
});
export const adwallx = cloneOf('AdwallX', {
	...readAt('adwallx.com/docs'),
	wallUrl: 'https://adwallx.com/offer/{appId}/{uid}',
	parameters: { ...wannads.parameters, offerName: 'offer_name' },
	uncertain: 'recipe of the signature; uuid',
});
export const revenuecpa = cloneOf('RevenueCPA', {
	...readAt('revenuecpa.com/docs'),
	certainty: 'integrations',
	wallUrl: 'https://revenuecpa.com/offer/{appId}/{uid}',
	uncertain: 'its page spells subid and transid in lower case; recipe of the signature; uuid',
});
export const tplayad = cloneOf('Tplayad', readAt('tplayad.com/doc/postback'));
export const bitswall = cloneOf('Bitswall', {
	certainty: 'integrations',
	successBody: 'ok',
	uncertain: 'expected responses ok and DUP',
});

const sentAsForm: Partial<Partner> = {
	arrival: 'form',
	parameters: { ...wannads.parameters, offerId: 'offer_id', offerName: 'offer_name' },
};
export const revtoo = cloneOf('Revtoo', { ...sentAsForm, ...readAt('docs.revtoo.com/s2s-postback') });
export const revlum = cloneOf('Revlum', {
	...sentAsForm,
	...readAt('revlum.com/documentation'),
	parameters: { ...wannads.parameters, offerId: 'offerId', offerName: 'offerName' },
});

/** Unsourced: said to match the family. */
export const offery = cloneOf('Offery', {
	certainty: 'memory',
	wallUrl: 'https://offery.io/offerwall/{appId}/{uid}',
	uncertain: 'same contract as Wannads',
});

/**
 * Any response with HTTP 200 is accepted. Seen in one integration: no separator.
 */
export const sparkwall: Partner = {
	name: 'Sparkwall',
	certainty: 'vendor',
	verified: { page: 'sparkwall.gitbook.io/sparkwall-docs/postbacks', on: '2026-11-26' },
	arrival: 'query',
	parameters: {
		uid: 'user_id',
		transactionId: 'transaction_id',
		reward: 'amount',
		payout: 'payout',
		offerId: 'offerid',
		offerName: 'offername',
		userIp: 'user_ip',
	},
	signature: hashOf('signature', md5Hex, '', ['user_id', 'transaction_id', 'payout', SECRET]),
	kinds: { rules: [{ parameter: 'status', values: { '1': 'credit', '2': 'reversal' } }] },
	uncertain: 'the parts of the hash have no separator',
	successBody: 'OK',
	macros: macrosOf('user_id transaction_id amount payout user_ip offerid offername status signature'),
};
