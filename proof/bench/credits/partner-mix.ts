import { createHmac, hash } from 'node:crypto';

export type FakePartner = {
	entry: { id: string; partner: string; pathKey?: string };
	successBody: string;
	duplicateBody?: string;
	request(fields: PostbackFields): SignedRequest;
};

export type PostbackFields = {
	uid: string;
	transaction: string;
	reward: string;
	payout: string;
	offer: number;
	isReversal: boolean;
	secret: string;
};

export type SignedRequest = { path: string; header?: string };

export const PUBLIC_URL = 'http://localhost:3000';
const PATH_KEY = 'the-secret-part-of-an-address';
const USER_IP = '198.51.100.7';

const hmac = (digest: string, secret: string, text: string) => createHmac(digest, secret).update(text).digest('hex');

export const fakePartners: readonly FakePartner[] = [
	{
		entry: { id: 'bitlabs', partner: 'bitlabs' },
		successBody: 'OK',
		request({ uid, transaction, reward, payout, offer, isReversal, secret }) {
			const sign = isReversal ? '-' : '';
			const path =
				`/postback/bitlabs?USER:UID=${uid}&TX=${isReversal ? `${transaction}r` : transaction}` +
				`&VALUE:CURRENCY=${sign}${reward}&VALUE:USD=${sign}${payout}&REF=${isReversal ? transaction : ''}` +
				`&ACTIVITY:TYPE=${isReversal ? 'RECONCILIATION' : 'COMPLETE'}&OFFER:ID=${offer}&OFFER:NAME=Reach+level+${offer}`;
			return { path: `${path}&hash=${hmac('sha1', secret, PUBLIC_URL + path)}` };
		},
	},
	{
		entry: { id: 'lootably', partner: 'lootably', pathKey: PATH_KEY },
		successBody: '1',
		request({ uid, transaction, reward, payout, offer, isReversal, secret }) {
			const path =
				`/postback/lootably/${PATH_KEY}?userID=${uid}&transactionID=${transaction}&ip=${USER_IP}` +
				`&offerName=Reach+level+${offer}&offerID=${offer}&revenue=${payout}&currencyReward=${reward}`;
			const signature = hash('sha256', uid + USER_IP + payout + reward + secret);
			return { path: `${path}&status=${isReversal ? 0 : 1}&hash=${signature}` };
		},
	},
	{
		entry: { id: 'ayet', partner: 'ayet' },
		successBody: 'OK',
		request({ uid, transaction, reward, payout, offer, isReversal, secret }) {
			const sign = isReversal ? '-' : '';
			const query =
				`currency_amount=${sign}${reward}&external_identifier=${uid}&is_chargeback=${isReversal ? 1 : 0}` +
				`&offer_id=${offer}&offer_name=Reach+level+${offer}&payout_usd=${sign}${payout}` +
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
		request({ uid, transaction, reward, payout, offer, isReversal, secret }) {
			const own = isReversal ? `${transaction}r` : transaction;
			const path =
				`/postback/wannads?subId=${uid}&transId=${own}&reward=${reward}&payout=${payout}&status=${isReversal ? 2 : 1}` +
				`&userIp=${USER_IP}&campaign_id=${offer}&campaign_name=Reach+level+${offer}&country=NL&uuid=click-${transaction}`;
			return { path: `${path}&signature=${hash('md5', uid + own + reward + secret)}` };
		},
	},
];
