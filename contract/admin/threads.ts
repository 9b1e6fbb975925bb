import { z } from 'zod';
import { statement } from '../accounts/statements.ts';
import { thread, threadReference, threadStates, threadText } from '../accounts/threads.ts';
import { defineStaffCall } from '../call.ts';
import { MESSAGE_LENGTH_MAX } from '../limits.ts';
import { pageOf } from '../paging.ts';
import { listFields, reason, timeListOf, timeMs, uid } from './fields.ts';

const adminThread = thread.extend({
	uid: z.string(),
	user_name: z.string().nullable(),
	/** Start of the user's wait for an answer; null if the user is not waiting. */
	asked_at: z.number().nullable(),
});
export type AdminThread = z.output<typeof adminThread>;

const answerTimes = z.object({
	since: z.number(),
	open: z.number(),
	oldest_asked_at: z.number().nullable(),
	answers: z.number(),
	median_hours: z.number().nullable(),
	p90_hours: z.number().nullable(),
});
export type AnswerTimes = z.output<typeof answerTimes>;

/** For staff only: includes details that would help users evade the rules. */
const fullStatement = statement.extend({
	decided_by: z.string().nullable(),
	inside: z.record(z.string(), z.unknown()),
});
export type FullStatement = z.output<typeof fullStatement>;
const names = z.record(z.string(), z.string());

export const adminThreadCalls = {
	/** Without `state`: unanswered threads, longest waiting first; otherwise newest change first. */
	adminGetThreads: defineStaffCall('read-threads', {
		input: z
			.strictObject({
				state: z.enum([...threadStates, 'any']).nullish(),
				uid: z.uuid().nullish(),
				/** Selects threads in which a waiting user got an answer since this time. */
				answered_from: timeMs.nullish(),
				...listFields,
			})
			.nullish()
			.transform((input) => ({
				state: input?.state ?? undefined,
				uid: input?.uid ?? undefined,
				answeredFrom: input?.answered_from ?? undefined,
				...timeListOf(input),
			})),
		output: pageOf(adminThread).extend({ figures: answerTimes }),
	}),
	adminGetThread: defineStaffCall('read-threads', {
		input: z.strictObject({ reference: threadReference }),
		output: z.object({
			thread: adminThread,
			messages: z.array(
				z.object({
					from: z.enum(['user', 'staff']),
					by: z.string().nullable(),
					text: z.string(),
					at: z.number(),
					by_decider: z.boolean(),
				}),
			),
			statement: fullStatement.nullable(),
			names,
			/** True if the caller made the disputed decision and another admin can answer. */
			answered_by_another: z.boolean(),
			is_banned: z.boolean(),
		}),
	}),
	adminGetStatements: defineStaffCall('read-user', {
		input: z.strictObject({ uid: z.uuid() }),
		output: z.object({ items: z.array(fullStatement), names }),
	}),
	/** @throws `failed-precondition` if the caller made the disputed decision and another admin could answer. */
	adminReplyToThread: defineStaffCall('answer-threads', {
		input: z.strictObject({ reference: threadReference, text: threadText, close: z.boolean().nullish() }),
		output: adminThread,
	}),
	adminCloseThread: defineStaffCall('answer-threads', {
		input: z.strictObject({ reference: threadReference, reason }),
		output: adminThread,
	}),
	adminMessageUser: defineStaffCall('message-users', {
		input: z.strictObject({ uid, message: z.string().trim().min(1).max(MESSAGE_LENGTH_MAX) }),
		output: z.object({ uid: z.string() }),
	}),
};

export type ThreadFile = z.output<typeof adminThreadCalls.adminGetThread.output>;
