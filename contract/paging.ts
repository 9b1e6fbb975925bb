import { z } from 'zod';
import { HISTORY_PAGE_SIZE, HISTORY_PAGE_SIZE_MAX } from './limits.ts';

/** The cursor is opaque. Accepts null, because a Functions client sends it for `undefined`. */
export const pageRequest = z
	.strictObject({ limit: z.int().min(1).max(HISTORY_PAGE_SIZE_MAX).nullish(), cursor: z.string().max(200).nullish() })
	.nullish()
	.transform((page) => ({ limit: page?.limit ?? HISTORY_PAGE_SIZE, cursor: page?.cursor ?? undefined }));

export type PageRequest = z.output<typeof pageRequest>;

export function pageOf<Item extends z.ZodType>(item: Item) {
	return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

export type Page<Item> = { items: Item[]; nextCursor: string | null };
