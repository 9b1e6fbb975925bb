import { createHash } from 'node:crypto';

/** Legacy Wannads contract. Amounts are absolute, as text in the signed form. */
export type Postback = {
	subId: string;
	transId: string;
	reward: string;
	payout: string;
	/** Status 1 credits, 2 reverses. */
	status: '1' | '2';
	userIp: string;
	campaign_id: string;
	campaign_name: string;
	country: string;
	/** Shared by a completion and its reversal, which have different `transId`s. */
	uuid: string;
};

/** Returns hex md5(subId + transId + reward + secret). Source: affiliates.wannads.com. */
export function postbackSignature(postback: Pick<Postback, 'subId' | 'transId' | 'reward'>, secret: string): string {
	return createHash('md5')
		.update(postback.subId + postback.transId + postback.reward + secret)
		.digest('hex');
}

export function postbackUrl(address: string, postback: Postback, secret: string): string {
	const query = new URLSearchParams({ ...postback, signature: postbackSignature(postback, secret) });
	return `${address}?${query}`;
}
