import { createHash } from 'node:crypto';

/** One callback of the legacy Wannads contract. Amounts are absolute text, as sent and as signed. */
export type Postback = {
	subId: string;
	transId: string;
	reward: string;
	payout: string;
	/** 1 adds, 2 takes back. */
	status: '1' | '2';
	userIp: string;
	campaign_id: string;
	campaign_name: string;
	country: string;
	/** The same for a completion and its reversal, whose `transId` differ. */
	uuid: string;
};

/** md5(subId + transId + reward + secret), in hex. Source: affiliates.wannads.com. */
export function postbackSignature(postback: Pick<Postback, 'subId' | 'transId' | 'reward'>, secret: string): string {
	return createHash('md5')
		.update(postback.subId + postback.transId + postback.reward + secret)
		.digest('hex');
}

export function postbackUrl(address: string, postback: Postback, secret: string): string {
	const query = new URLSearchParams({ ...postback, signature: postbackSignature(postback, secret) });
	return `${address}?${query}`;
}
