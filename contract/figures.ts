import { z } from 'zod';
import { timeMs } from './admin-fields.ts';

/** Whole milliseconds since the epoch in an address. */
const timeInAddress = z
	.string()
	.regex(/^\d{1,16}$/)
	.transform(Number)
	.pipe(timeMs);

const earningsQuery = z.strictObject({ since: timeInAddress.optional() });

/** The dashboard's figures: addresses of data that only admins read, with what they are asked and what they answer. */
export const figures = {
	'/data/users/count': {
		summary: 'How many users there are, or were active since a moment',
		query: z.strictObject({ active_since: timeInAddress.optional() }),
		answer: z.object({ count: z.number() }),
	},
	'/data/users/active': {
		summary: 'Active users of each day, in a time zone',
		query: z.strictObject({
			days: z
				.string()
				.regex(/^[1-9]\d{0,2}$/)
				.default('30')
				.transform(Number)
				.pipe(z.int().min(1).max(366)),
			/** A name of the IANA time zone database. */
			tz: z.string().max(50).default('UTC'),
		}),
		answer: z.array(z.object({ day: z.string(), count: z.number() })),
	},
	'/data/earnings/total': {
		summary: '$ earned, reversals subtracted; any millisecond is exact',
		query: earningsQuery,
		answer: z.object({ total: z.number() }),
	},
	'/data/earnings/by-offerwall': {
		summary: '$ earned by offerwall',
		query: earningsQuery,
		answer: z.array(z.object({ wall: z.string(), name: z.string(), total: z.number() })),
	},
} as const;

export type FigureAddress = keyof typeof figures;
export type FigureQuery<Address extends FigureAddress> = z.output<(typeof figures)[Address]['query']>;
export type FigureAnswer<Address extends FigureAddress> = z.output<(typeof figures)[Address]['answer']>;
