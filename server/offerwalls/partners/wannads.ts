import { type Partner, SECRET } from './partner.ts';

/**
 * Wannads, legacy contract, which about a dozen smaller walls copied whole. Amounts are absolute. A rejection has a new
 * `transId` and the `uuid` of the credit. The signature covers user, transaction and reward, but neither `status` nor
 * `payout`: give these walls an IP list or a path key where the partner offers one.
 *
 * Source: affiliates.wannads.com (postback documentation), stated by the vendor. The copies: adtoreach.com,
 * objectivewall.com, dermoney.com, adswedmedia.com, adwallx.com, tplayad.com and others, each stated by its vendor.
 */
export const wannads: Partner = {
	name: 'Wannads',
	method: 'GET',
	wallUrl: 'https://wall.wannads.com/wall?apiKey={appId}&userId={uid}',
	parameters: {
		uid: 'subId',
		transactionId: 'transId',
		reward: 'reward',
		payout: 'payout',
		signature: 'signature',
		link: 'uuid',
		offerId: 'campaign_id',
		offerName: 'campaign_name',
	},
	signature: { hash: 'md5', parts: ['subId', 'transId', 'reward', SECRET], separator: '' },
	kinds: { parameter: 'status', values: { '1': 'credit', '2': 'reversal' } },
	test: { parameter: 'debug', value: '1' },
	successBody: 'OK',
};
