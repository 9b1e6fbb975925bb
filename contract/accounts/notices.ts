import { z } from 'zod';
import { defineCall } from '../call.ts';
import { pageRequest } from '../paging.ts';
import { said } from '../said.ts';

const robux = z.number();
const withdrawal = z.object({ order_id: z.string(), amount: robux });

const contents = {
	'withdrawal-paid': withdrawal,
	/** The withdrawal failed, and its amount is back in the balance. */
	'withdrawal-refunded': withdrawal,
	/** A reward that is shown but not spendable yet. `until` is ms since the epoch. */
	'credit-held': z.object({ amount: robux, name: z.string().nullable(), until: z.number() }),
	paused: z.object({ reason: z.string(), why: said.optional() }),
	resumed: z.object({}),
	banned: z.object({ reason: z.string(), why: said.optional() }),
	unbanned: z.object({}),
	message: z.object({ text: z.string() }),
	/** Somebody else has shown that the game account is theirs. */
	'game-account-lost': z.object({ username: z.string() }),
	/** A claim of a missing reward. `by` is who paid: we, or the partner after all. */
	'claim-settled': z.object({
		reference: z.string(),
		offer: z.string().nullable(),
		amount: robux,
		by: z.enum(['us', 'partner']),
	}),
	'claim-declined': z.object({ reference: z.string(), offer: z.string().nullable(), said: z.string() }),
	/** Its partner was asked. */
	'claim-asked': z.object({ reference: z.string(), offer: z.string().nullable() }),
	/** The partner has paid for a claim that we had paid, so that this much of what we paid went back. */
	'claim-paid-twice': z.object({ reference: z.string(), offer: z.string().nullable(), amount: robux }),
	/** We have answered what they wrote. */
	'thread-answered': z.object({ reference: z.string(), subject: z.string() }),
} as const;

export type NoticeKind = keyof typeof contents;
export type NoticeContent = {
	[Kind in NoticeKind]: { kind: Kind; data: z.output<(typeof contents)[Kind]> };
}[NoticeKind];

function noticeOf<Kind extends NoticeKind>(kind: Kind) {
	return z.object({
		id: z.number(),
		kind: z.literal(kind),
		data: contents[kind],
		created_at: z.number(),
		is_read: z.boolean(),
	});
}

export const notice = z.discriminatedUnion('kind', [
	noticeOf('withdrawal-paid'),
	noticeOf('withdrawal-refunded'),
	noticeOf('credit-held'),
	noticeOf('paused'),
	noticeOf('resumed'),
	noticeOf('banned'),
	noticeOf('unbanned'),
	noticeOf('message'),
	noticeOf('game-account-lost'),
	noticeOf('claim-settled'),
	noticeOf('claim-declined'),
	noticeOf('claim-asked'),
	noticeOf('claim-paid-twice'),
	noticeOf('thread-answered'),
]);
export type Notice = z.output<typeof notice>;

/** How many are unread; stops counting at `UNREAD_COUNT_MAX`. */
const unread = z.number();

/** `notice` on the live stream: what the bell shows. Sent when it changes; the list is asked for by `getNotices`. */
export const noticeSummary = z.object({ unread, latest: notice.nullable() });
export type NoticeSummary = z.output<typeof noticeSummary>;

export const noticeCalls = {
	/** Notices, newest first. Kinds that a client does not know are to be passed over: more will come. */
	getNotices: defineCall({
		access: 'user',
		input: pageRequest,
		output: z.object({ items: z.array(notice), nextCursor: z.string().nullable(), unread }),
	}),
	/** Marks what the caller was shown: every notice up to this id, so that one which arrives meanwhile stays unread. */
	markNoticesRead: defineCall({
		access: 'user',
		input: z.object({ upTo: z.int().positive() }),
		output: z.object({ unread }),
	}),
};
