import { z } from 'zod';
import { userDocument, userDocumentPatch } from './accounts/profiles.ts';
import { permissionToExport } from './admin/exports.ts';
import { timeMs } from './admin/fields.ts';
import { describeEndpoints } from './endpoint.ts';

const timeInAddress = z
	.string()
	.regex(/^\d{1,16}$/)
	.transform(Number)
	.pipe(timeMs);

const earningsQuery = z.strictObject({ since: timeInAddress.optional() });

/** Every address of data, with what it is asked and what it answers. The server binds each. */
export const dataEndpoints = describeEndpoints(
	{ tag: 'Data', errors: 'CallError' },
	{
		'GET /data/users/{uid}': { access: 'owner', summary: 'Own record', answer: userDocument },
		'PATCH /data/users/{uid}': {
			access: 'owner',
			summary: 'Links a game account. The name is checked on the platform, the picture is taken from there',
			body: userDocumentPatch,
			answer: userDocument,
		},
		'GET /data/users/{uid}/live': {
			access: 'owner',
			summary: 'Changes as they happen: events `user`, `offer`, `withdrawal`, `notice`; goes on after `Last-Event-ID`',
			answerType: 'text/event-stream',
		},
		'GET /data/users/count': {
			access: 'admin',
			permission: 'read-dashboard',
			summary: 'How many users there are, or were active since a moment',
			query: z.strictObject({ active_since: timeInAddress.optional() }),
			answer: z.object({ count: z.number() }),
		},
		'GET /data/users/active': {
			access: 'admin',
			permission: 'read-dashboard',
			summary: 'Active users of each day, in a time zone',
			query: z.strictObject({
				days: z
					.string()
					.regex(/^[1-9]\d{0,2}$/)
					.default('30')
					.transform(Number)
					.pipe(z.int().min(1).max(366)),
				tz: z.string().max(50).default('UTC'),
			}),
			answer: z.array(z.object({ day: z.string(), count: z.number() })),
		},
		'GET /data/earnings/total': {
			access: 'admin',
			permission: 'read-dashboard',
			summary: '$ earned, reversals subtracted; any millisecond is exact',
			query: earningsQuery,
			answer: z.object({ total: z.number() }),
		},
		'GET /data/earnings/by-offerwall': {
			access: 'admin',
			permission: 'read-dashboard',
			summary: '$ earned by offerwall',
			query: earningsQuery,
			answer: z.array(z.object({ wall: z.string(), name: z.string(), total: z.number() })),
		},
		'GET /data/admin/claims/{reference}/pictures/{position}': {
			access: 'admin',
			permission: 'read-claims',
			summary: 'A picture of a claim, as we made it anew',
			answerType: 'image/webp',
		},
		'GET /data/admin/export/{file}': {
			access: 'admin',
			permission: ({ file = '' }) => permissionToExport(file),
			summary: 'A table as a CSV file, such as `users.csv`',
			answerType: 'text/csv',
		},
	},
);

export type DataAddress = keyof typeof dataEndpoints;
/** What a handler receives of the query or the body, parsed. */
export type DataInput<Address extends DataAddress> = (typeof dataEndpoints)[Address] extends
	| { query: infer Schema extends z.ZodType }
	| { body: infer Schema extends z.ZodType }
	? z.output<Schema>
	: undefined;
/** An answer that is not JSON is all the handler's own. */
export type DataAnswer<Address extends DataAddress> = (typeof dataEndpoints)[Address] extends {
	answer: infer Schema extends z.ZodType;
}
	? z.output<Schema>
	: unknown;
