import { hmacSha256Hex, macrosOf, type Partner } from './partner.ts';

/**
 * AdGem. Signs the whole public address without `verifier`, which it appends with `request_id` and `timestamp`. Its query
 * is encoded as RFC 3986 already, so the address is taken as sent. The POST variant (beta) is not taken. How something is
 * taken back was not found; a negative amount is understood as that [M].
 *
 * [A] docs.adgem.com: macros, and that the payout is the authoritative figure. Verifier and wall [B]. Its one address is
 * shown in the dashboard.
 */
export const adgem: Partner = {
	name: 'AdGem',
	arrival: 'query',
	wallUrl: 'https://api.adgem.com/v1/wall?appid={appId}&playerid={uid}',
	parameters: {
		uid: 'player_id',
		transactionId: 'transaction_id',
		reward: 'amount',
		payout: 'payout',
		offerId: 'campaign_id',
		offerName: 'campaign_name',
	},
	signature: { scheme: 'address', parameter: 'verifier', digest: hmacSha256Hex, position: 'anywhere' },
	kinds: { rules: [], negativeIsReversal: true },
	uncertain: 'how something is taken back',
	successBody: 'OK',
	macros: macrosOf([
		'player_id',
		'transaction_id',
		'amount',
		'payout',
		'campaign_id',
		'campaign_name',
		'goal_id',
		'goal_name',
		'country',
		'ip',
	]),
};
