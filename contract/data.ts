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

export const dataEndpoints = describeEndpoints(
	{ tag: 'Data', errors: 'CallError' },
	{
		'GET /data/users/{uid}': {
			access: 'owner',
			summary: "The caller's user document",
			answer: userDocument,
			takesIdToken: true,
		},
		'PATCH /data/users/{uid}': {
			access: 'owner',
			summary: 'Links a game account; the name is checked on the platform, which also provides the picture',
			body: userDocumentPatch,
			answer: userDocument,
		},
		'GET /data/users/{uid}/live': {
			access: 'owner',
			summary: 'Live events `user`, `offer`, `withdrawal` and `notice`; resumes after `Last-Event-ID`',
			answerType: 'text/event-stream',
		},
		'GET /data/users/count': {
			access: 'admin',
			permission: 'read-dashboard',
			summary: 'Number of users, or of users active since a time',
			query: z.strictObject({ active_since: timeInAddress.optional() }),
			answer: z.object({ count: z.number() }),
		},
		'GET /data/users/active': {
			access: 'admin',
			permission: 'read-dashboard',
			summary: 'Active users per day, in a time zone',
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
			summary: 'Earnings in $, less reversals; exact to the millisecond',
			query: earningsQuery,
			answer: z.object({ total: z.number() }),
		},
		'GET /data/earnings/by-offerwall': {
			access: 'admin',
			permission: 'read-dashboard',
			summary: 'Earnings in $ by offerwall',
			query: earningsQuery,
			answer: z.array(z.object({ wall: z.string(), name: z.string(), total: z.number() })),
		},
		'GET /data/admin/claims/{reference}/pictures/{position}': {
			access: 'admin',
			permission: 'read-claims',
			summary: 'Re-encoded picture of a claim',
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
export type DataInput<Address extends DataAddress> = (typeof dataEndpoints)[Address] extends
	| { query: infer Schema extends z.ZodType }
	| { body: infer Schema extends z.ZodType }
	? z.output<Schema>
	: undefined;
export type DataAnswer<Address extends DataAddress> = (typeof dataEndpoints)[Address] extends {
	answer: infer Schema extends z.ZodType;
}
	? z.output<Schema>
	: unknown;
