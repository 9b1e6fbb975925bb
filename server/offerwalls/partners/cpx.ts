import { hashOf, macrosOf, md5Hex, type Partner, SECRET, UID } from './partner.ts';

/**
 * Status 2 reverses a credit, even weeks later. Seen in several integrations: parameters, hash, IP addresses, wall URL.
 */
export const cpx: Partner = {
	name: 'CPX Research',
	certainty: 'integrations',
	shows: 'surveys',
	arrival: 'query',
	wallUrl: 'https://offers.cpx-research.com/index.php?app_id={appId}&ext_user_id={uid}&secure_hash={hash}',
	wallHash: { digest: md5Hex, parts: [UID, SECRET], separator: '-' },
	parameters: {
		uid: 'user_id',
		transactionId: 'trans_id',
		reward: 'amount_local',
		payout: 'amount_usd',
		offerId: 'offer_ID',
		userIp: 'ip_click',
	},
	signature: hashOf('secure_hash', md5Hex, '-', ['trans_id', SECRET]),
	kinds: {
		rules: [
			{ parameter: 'status', values: { '1': 'credit', '2': 'reversal', '-2': 'reversal' } },
			{
				parameter: 'type',
				values: { complete: 'credit', out: 'screen-out', bonus: 'bonus', '': 'credit' },
				absent: 'credit',
			},
		],
	},
	uncertain: 'number of retries; latest time of a cancellation',
	successBody: 'ok',
	knownIps: ['188.40.3.73', '157.90.97.92', '2a01:4f8:d0a:30ff::2'],
	macros: macrosOf('status trans_id user_id amount_local amount_usd offer_ID ip_click type secure_hash'),
};
