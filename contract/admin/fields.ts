import { z } from 'zod';
import { HISTORY_PAGE_SIZE, HISTORY_PAGE_SIZE_MAX, REASON_LENGTH_MAX } from '../limits.ts';
import { withdrawalStatuses } from '../withdrawals/withdrawals.ts';
import { withdrawalStates } from './lists.ts';

export const uid = z.uuid();
export const cursor = z.string().max(200).nullish();
/** Ms since the epoch, up to the year 9999, because later years have another date format. */
export const timeMs = z
	.int()
	.min(0)
	.max(Date.UTC(9999, 0, 1));
/** Ms since the epoch; `until` is exclusive. */
export const timeRange = { from: timeMs.optional(), until: timeMs.optional() };
export const reason = z.string().trim().min(1).max(REASON_LENGTH_MAX);
export const aboutUser = z.strictObject({ uid });
export const aboutUserWithReason = z.strictObject({ uid, reason });
export const aboutOrder = z.strictObject({ orderId: z.string().min(1).max(64) });
export const aboutOrderWithReason = aboutOrder.extend({ reason });
export const done = z.object({ done: z.literal(true) });
export const orderNow = z.object({
	order_id: z.string(),
	state: z.enum(withdrawalStates),
	status: z.enum(withdrawalStatuses),
});
export type OrderNow = z.output<typeof orderNow>;
export const pageFields = { cursor, limit: z.int().min(1).max(HISTORY_PAGE_SIZE_MAX).default(HISTORY_PAGE_SIZE) };
export const listFields = { ...pageFields, ...timeRange, order: z.enum(['newest', 'oldest']).optional() };
type ListFields = z.output<z.ZodObject<typeof listFields>>;

export function timeListOf(input: ListFields | null | undefined) {
	return {
		limit: input?.limit ?? pageFields.limit.parse(undefined),
		cursor: input?.cursor ?? undefined,
		from: input?.from,
		until: input?.until,
		order: input?.order,
	};
}

export const userPageRequest = z
	.strictObject({ uid, ...pageFields, ...timeRange })
	.transform((page) => ({ ...page, cursor: page.cursor ?? undefined }));
export type UserPageRequest = z.output<typeof userPageRequest>;
