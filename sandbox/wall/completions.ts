import { hash, randomUUID } from 'node:crypto';
import type { CallbackSender, Delivery } from '../http/callback-sender.ts';

export type Completion = {
	id: string;
	userId: string;
	offerName: string;
	reward: string;
	payout: string;
	atMs: number;
	postback: Postback;
	delivery: Delivery;
	reversal: { postback: Postback; delivery: Delivery } | null;
};
type NewCompletion = {
	userId: string;
	campaign: { id: string; name: string };
	reward: string;
	payout: string;
	userIp: string;
	transId?: string | undefined;
};
export type Completions = ReturnType<typeof createCompletions>;

const COMPLETIONS_MAX = 5_000;

export function createCompletions(deps: {
	sender: CallbackSender;
	productUrl: () => string;
	wallId: string;
	wallSecret: string;
}) {
	const completions = new Map<string, Completion>();

	function send(postback: Postback): Delivery {
		const address = `${deps.productUrl()}/postback/${encodeURIComponent(deps.wallId)}`;
		// Source: affiliates.wannads.com.
		const text = postback.subId + postback.transId + postback.reward + deps.wallSecret;
		const query = new URLSearchParams({ ...postback, signature: hash('md5', text) });
		const headers = { 'user-agent': 'offerwall-postback' };
		return deps.sender.send({ method: 'GET', url: `${address}?${query}`, headers });
	}

	return {
		complete(done: NewCompletion): Completion {
			const postback: Postback = {
				subId: done.userId,
				transId: done.transId ?? randomUUID(),
				reward: done.reward,
				payout: done.payout,
				status: '1',
				userIp: done.userIp,
				campaign_id: done.campaign.id,
				campaign_name: done.campaign.name,
				country: 'NL',
				uuid: randomUUID(),
			};
			const { userId, reward, payout, campaign } = done;
			const completion: Completion = {
				...{ id: randomUUID(), userId, offerName: campaign.name, reward, payout, atMs: Date.now() },
				...{ postback, delivery: send(postback), reversal: null },
			};
			completions.set(completion.id, completion);
			const [oldest] = completions.keys();
			if (completions.size > COMPLETIONS_MAX && oldest) completions.delete(oldest);
			return completion;
		},

		reverse(id: string): Completion | undefined {
			const completion = completions.get(id);
			if (!completion || completion.reversal) return completion;
			const postback: Postback = { ...completion.postback, transId: randomUUID(), status: '2' };
			completion.reversal = { postback, delivery: send(postback) };
			return completion;
		},

		replay(id: string): Completion | undefined {
			const completion = completions.get(id);
			if (completion) completion.delivery = send(completion.postback);
			return completion;
		},

		list: (userId?: string) =>
			[...completions.values()].filter((each) => userId === undefined || each.userId === userId).reverse(),
		reset: () => completions.clear(),
	};
}

/** Legacy Wannads contract. Amounts are absolute, as text in the signed form. */
type Postback = {
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
