import { createHmac, hash } from 'node:crypto';

/** Implemented independently of the product. */
export type FakePartner = {
	entry: { id: string; partner: string; [field: string]: unknown };
	successBody: string;
	/** Response to a repeat, if different. */
	duplicateBody?: string;
	request(fields: PostbackFields): SignedRequest;
};

export type PostbackFields = {
	uid: string;
	transaction: string;
	amountCents: number;
	offer: number;
	isReversal: boolean;
	secret: string;
};

export type SignedRequest = { path: string; header?: string };

export const PUBLIC_URL = 'http://localhost:3000';
const PATH_KEY = 'the-secret-part-of-an-address';
const USER_IP = '198.51.100.7';
/** R$ 80 per $ makes rewards exact. */
const RATE = 80;

const hmac = (digest: string, secret: string, text: string, encoding: 'hex' | 'base64url' = 'hex') =>
	createHmac(digest, secret).update(text).digest(encoding);

export const fakePartners: readonly FakePartner[] = [
	{
		entry: { id: 'cpx', partner: 'cpx', pathKey: PATH_KEY, allowedIps: ['127.0.0.1'] },
		successBody: 'ok',
		request({ uid, transaction, amountCents, offer, isReversal, secret }) {
			return {
				path:
					`/postback/cpx/${PATH_KEY}?status=${isReversal ? 2 : 1}&trans_id=${transaction}&user_id=${uid}` +
					`&amount_local=${rewardOf(amountCents)}&amount_usd=${payoutOf(amountCents)}&offer_ID=${offer}&ip_click=${USER_IP}` +
					`&type=complete&secure_hash=${hash('md5', `${transaction}-${secret}`)}`,
			};
		},
	},
	{
		entry: { id: 'bitlabs', partner: 'bitlabs' },
		successBody: 'OK',
		request({ uid, transaction, amountCents, offer, isReversal, secret }) {
			const sign = isReversal ? '-' : '';
			return signAddress(
				`/postback/bitlabs?USER:UID=${uid}&TX=${isReversal ? `${transaction}r` : transaction}` +
					`&VALUE:CURRENCY=${sign}${rewardOf(amountCents)}&VALUE:USD=${sign}${payoutOf(amountCents)}` +
					`&REF=${isReversal ? transaction : ''}&ACTIVITY:TYPE=${isReversal ? 'RECONCILIATION' : 'COMPLETE'}` +
					`&OFFER:ID=${offer}&OFFER:NAME=Reach+level+${offer}`,
				'hash',
				(address) => hmac('sha1', secret, address),
			);
		},
	},
	{
		entry: { id: 'lootably', partner: 'lootably', pathKey: PATH_KEY },
		successBody: '1',
		request({ uid, transaction, amountCents, offer, isReversal, secret }) {
			const [revenue, reward] = [payoutOf(amountCents), rewardOf(amountCents)];
			return {
				path:
					`/postback/lootably/${PATH_KEY}?userID=${uid}&transactionID=${transaction}&ip=${USER_IP}` +
					`&offerName=Reach+level+${offer}&offerID=${offer}&revenue=${revenue}&currencyReward=${reward}` +
					`&status=${isReversal ? 0 : 1}&hash=${hash('sha256', uid + USER_IP + revenue + reward + secret)}`,
			};
		},
	},
	{
		entry: { id: 'ayet', partner: 'ayet' },
		successBody: 'OK',
		request({ uid, transaction, amountCents, offer, isReversal, secret }) {
			const sign = isReversal ? '-' : '';
			// Sorted by name for the signature.
			const query =
				`currency_amount=${sign}${rewardOf(amountCents)}&external_identifier=${uid}&is_chargeback=${isReversal ? 1 : 0}` +
				`&offer_id=${offer}&offer_name=Reach+level+${offer}&payout_usd=${sign}${payoutOf(amountCents)}` +
				`&transaction_id=${isReversal ? 'r-' : ''}${transaction}`;
			return {
				path: `/postback/ayet?${query}`,
				header: `x-ayetstudios-security-hash: ${hmac('sha256', secret, query)}`,
			};
		},
	},
	{
		entry: { id: 'wannads', partner: 'wannads' },
		successBody: 'OK',
		duplicateBody: 'DUP',
		request({ uid, transaction, amountCents, offer, isReversal, secret }) {
			const own = isReversal ? `${transaction}r` : transaction;
			const reward = rewardOf(amountCents);
			return {
				path:
					`/postback/wannads?subId=${uid}&transId=${own}&reward=${reward}&payout=${payoutOf(amountCents)}` +
					`&status=${isReversal ? 2 : 1}&userIp=${USER_IP}&campaign_id=${offer}&campaign_name=Reach+level+${offer}` +
					`&country=NL&uuid=click-${transaction}&signature=${hash('md5', uid + own + reward + secret)}`,
			};
		},
	},
	{
		entry: { id: 'notik', partner: 'notik' },
		successBody: '1',
		request({ uid, transaction, amountCents, offer, isReversal, secret }) {
			return signAddress(
				`/postback/notik?user_id=${uid}&amount=${isReversal ? '-' : ''}${rewardOf(amountCents)}` +
					`&payout=${payoutOf(amountCents)}&txn_id=${isReversal ? `${transaction}r` : transaction}&offer_id=${offer}` +
					`&offer_name=Reach+level+${offer}&rewarded_txn_id=${isReversal ? transaction : ''}`,
				'hash',
				(address) => hmac('sha1', secret, address),
			);
		},
	},
	{
		entry: { id: 'theoremreach', partner: 'theoremreach' },
		successBody: '1',
		request({ uid, transaction, amountCents, isReversal, secret }) {
			return signAddress(
				`/postback/theoremreach?user_id=${uid}&reward=${isReversal ? '-' : ''}${rewardOf(amountCents)}` +
					`&currency=${payoutOf(amountCents)}&tx_id=${transaction}${isReversal ? '&reversal=true' : ''}`,
				'hash',
				(address) => hmac('sha1', secret, address, 'base64url'),
			);
		},
	},
	{
		entry: { id: 'adgem', partner: 'adgem', rate: RATE },
		successBody: 'OK',
		request({ uid, transaction, amountCents, offer, isReversal, secret }) {
			const sign = isReversal ? '-' : '';
			return signAddress(
				`/postback/adgem?player_id=${uid}&amount=${sign}${rewardOf(amountCents)}` +
					`&payout=${sign}${(amountCents / RATE / 100).toFixed(6)}&transaction_id=${transaction}&campaign_id=${offer}` +
					`&request_id=r-${transaction}&timestamp=1700000000`,
				'verifier',
				(address) => hmac('sha256', secret, address),
			);
		},
	},
];

function rewardOf(amountCents: number): string {
	return (amountCents / 100).toFixed(2);
}

function payoutOf(amountCents: number): string {
	return (amountCents / RATE / 100).toFixed(4);
}

function signAddress(path: string, parameter: string, sign: (address: string) => string): SignedRequest {
	return { path: `${path}&${parameter}=${sign(PUBLIC_URL + path)}` };
}
