import { z } from 'zod';
import { noticeCalls } from '../accounts/notices.ts';
import { userDocument } from '../accounts/profiles.ts';
import { defineCall } from '../call.ts';
import { withdrawalCalls } from '../withdrawals/withdrawals.ts';

const start = z.object({
	user: userDocument.extend({ uid: z.string() }),
	balance: z.number(),
	unread: z.number(),
	limits: withdrawalCalls.getWithdrawLimits.output,
	/** By call or data address. Null for an unknown page. */
	page: z.record(z.string(), z.object({ payload: z.unknown(), result: z.unknown() })).nullable(),
	notices: noticeCalls.getNotices.output,
	/** `Last-Event-ID` of a live stream that continues here. */
	live: z.string(),
});
export type Start = z.output<typeof start>;

export const startCalls = {
	/** `page`: path of a page; its query may have `device` and `tz`. */
	getStart: defineCall({
		access: 'user',
		input: z.strictObject({ page: z.string().max(200).nullish() }).nullish(),
		output: start,
	}),
};
