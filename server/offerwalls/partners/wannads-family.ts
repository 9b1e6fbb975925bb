import { hashOf, macrosOf, md5Hex, type Partner, SECRET } from './partner.ts';
import { wannads } from './wannads.ts';

/**
 * Walls that copied Wannads' legacy contract, with up to 5 repeats. `override.wallUrl` states their addresses.
 * [A] adtoreach.com, objectivewall.com, dermoney.com, adrevmedia.gitbook.io, adswedmedia.com, adwallx.com, tplayad.com.
 * [B] RevenueCPA, and that Bitswall-style scripts answer `ok`.
 */
const cloneOf = (name: string, facts: Partial<Partner> = {}): Partner => {
	const { wallUrl: _, ...contract } = wannads;
	return { ...contract, name, ...facts };
};

export const easywall = cloneOf('EasyWall');
export const objectivewall = cloneOf('ObjectiveWall');
export const dermoney = cloneOf('Dermoney');
export const adrevmedia = cloneOf('AdrevMedia');
export const adswedmedia = cloneOf('AdswedMedia');
export const adwallx = cloneOf('AdwallX', { wallUrl: 'https://adwallx.com/offer/{appId}/{uid}' });
export const revenuecpa = cloneOf('RevenueCPA', {
	certainty: 'integrations',
	uncertain: 'same contract as Wannads',
});
export const tplayad = cloneOf('Tplayad');
export const bitswall = cloneOf('Bitswall', {
	certainty: 'integrations',
	successBody: 'ok',
	uncertain: 'expected responses ok and DUP',
});

/** The same contract sent as a form, with `debug=1` for tests and the offer's name. [A] Revtoo's and Revlum's docs. */
const sentAsForm: Partial<Partner> = {
	arrival: 'form',
	parameters: { ...wannads.parameters, offerId: 'offer_id', offerName: 'offer_name' },
};
export const revtoo = cloneOf('Revtoo', sentAsForm);
export const revlum = cloneOf('Revlum', sentAsForm);

/** Said to look like the family; its documentation was not found. [M] */
export const offery = cloneOf('Offery', {
	certainty: 'memory',
	wallUrl: 'https://offery.io/offerwall/{appId}/{uid}',
	uncertain: 'same contract as Wannads',
});

/**
 * Sparkwall. Other names, and the hash covers the payout in place of the reward; HTTP 200 is all it wants.
 * [A] sparkwall.gitbook.io. That the parts are joined bare [C].
 */
export const sparkwall: Partner = {
	name: 'Sparkwall',
	certainty: 'vendor',
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
	macros: macrosOf([
		'user_id',
		'transaction_id',
		'amount',
		'payout',
		'user_ip',
		'offerid',
		'offername',
		'status',
		'signature',
	]),
};
