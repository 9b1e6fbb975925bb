import { hmacSha256Hex, macrosOf, type Partner } from './partner.ts';

/**
 * Documented at docs.ayetstudios.com: macros, chargebacks, 12 repeats within the hour. Seen in several integrations:
 * header recipe.
 */
export const ayet: Partner = {
	name: 'ayeT-Studios',
	certainty: 'vendor',
	verified: { page: 'docs.ayetstudios.com, Offerwall Callbacks', on: '2026-11-26' },
	arrival: 'query',
	wallUrl: 'https://www.ayetstudios.com/offers/web_offerwall/{appId}?external_identifier={uid}',
	parameters: {
		uid: 'external_identifier',
		transactionId: 'transaction_id',
		reward: 'currency_amount',
		payout: 'payout_usd',
		offerId: 'offer_id',
		offerName: 'offer_name',
		reason: 'chargeback_reason',
	},
	signature: { scheme: 'sorted-query', header: 'x-ayetstudios-security-hash', digest: hmacSha256Hex },
	kinds: { rules: [{ parameter: 'is_chargeback', values: { '0': 'credit', '1': 'reversal' }, absent: 'credit' }] },
	reversalPrefix: 'r-',
	uncertain: 'the security header is on; its formula',
	successBody: 'OK',
	macros: macrosOf(
		'transaction_id external_identifier currency_amount payout_usd is_chargeback chargeback_reason offer_id offer_name',
	),
};
