import { z } from 'zod';
import { defineCall } from '../call.ts';
import { localizedMessage } from '../localized-message.ts';
import { pageRequest } from '../paging.ts';
import { withdrawalFailures } from '../withdrawals/failures.ts';

const robux = z.number();
const withdrawal = z.object({ order_id: z.string(), amount: robux });

const contents = {
	'withdrawal-paid': withdrawal.extend({ method: z.literal('gift-card').optional() }),
	'withdrawal-refunded': withdrawal.extend({ because: z.enum(withdrawalFailures).optional() }),
	/** The amount cannot be spent before `until` (ms since the epoch). */
	'credit-held': z.object({ amount: robux, name: z.string().nullable(), until: z.number() }),
	paused: z.object({ reason: z.string(), why: localizedMessage.optional() }),
	resumed: z.object({}),
	banned: z.object({ reason: z.string(), why: localizedMessage.optional() }),
	unbanned: z.object({}),
	message: z.object({ text: z.string() }),
	/** Another user proved ownership of the game account. */
	'game-account-lost': z.object({ username: z.string() }),
	/** `by`: the party that paid the claim. */
	'claim-settled': z.object({
		reference: z.string(),
		offer: z.string().nullable(),
		amount: robux,
		by: z.enum(['us', 'partner']),
	}),
	'claim-declined': z.object({ reference: z.string(), offer: z.string().nullable(), said: z.string() }),
	'claim-asked': z.object({ reference: z.string(), offer: z.string().nullable() }),
	/** The partner paid the claim too, so we took our payment back. */
	'claim-paid-twice': z.object({ reference: z.string(), offer: z.string().nullable(), amount: robux }),
	'thread-answered': z.object({ reference: z.string(), subject: z.string() }),
	'offer-expiring': z.object({ offer: z.string(), offer_id: z.string(), until: z.number() }),
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

type NoticeSchema = { [Kind in NoticeKind]: ReturnType<typeof noticeOf<Kind>> }[NoticeKind];
const schemas = (Object.keys(contents) as NoticeKind[]).map(noticeOf) as [NoticeSchema, ...NoticeSchema[]];
export const notice = z.discriminatedUnion('kind', schemas);
export type Notice = z.output<typeof notice>;

export const pushKinds = ['credited', 'paid', 'answered', 'expiring'] as const;
export type PushKind = (typeof pushKinds)[number];

const kinds = z.array(z.enum(pushKinds)).max(10);
const endpoint = z.string().max(1_000);
const weekly = z.strictObject({ is_on: z.boolean() });
/** Base64url (RFC 8291). */
const key = z.string().max(100);

/** Capped at `UNREAD_COUNT_MAX`. */
const unread = z.number();

export const noticeSummary = z.object({ unread, latest: notice.nullable() });
export type NoticeSummary = z.output<typeof noticeSummary>;

export const noticeCalls = {
	/** Newest first. Clients must ignore unknown kinds. */
	getNotices: defineCall({
		access: 'user',
		input: pageRequest,
		output: z.object({ items: z.array(notice), nextCursor: z.string().nullable(), unread }),
	}),
	markNoticesRead: defineCall({
		access: 'user',
		input: z.strictObject({ upTo: z.int().positive() }),
		output: z.object({ unread }),
	}),
	/** `kinds` of the endpoint; `has_earned` after the user's first reward; `weekly_mail` is null without mail server. */
	getPush: defineCall({
		access: 'user',
		input: z.strictObject({ endpoint: endpoint.nullish() }).nullish(),
		output: z.object({ public_key: z.string(), kinds, has_earned: z.boolean(), weekly_mail: z.boolean().nullable() }),
	}),
	/** Without kinds, removes the subscription. */
	savePush: defineCall({
		access: 'user',
		input: z.strictObject({ endpoint, p256dh: key, auth: key, kinds }),
		output: z.object({ kinds }),
	}),
	saveWeeklyMail: defineCall({ access: 'user', input: weekly, output: weekly }),
};
