import { z } from 'zod';
import { defineCall } from '../call.ts';
import { THREAD_SUBJECT_LENGTH_MAX, THREAD_TEXT_LENGTH_MAX } from '../limits.ts';
import { pageOf, pageRequest } from '../paging.ts';
import { emailAddress } from './auth.ts';
import { statement, statementKinds } from './statements.ts';

/** `open`: staff must answer. `waiting`: staff has answered. A new message reopens a closed thread. */
export const threadStates = ['open', 'waiting', 'closed'] as const;
export type ThreadState = (typeof threadStates)[number];

export const threadReference = z.string().min(1).max(40);
export const threadText = z.string().trim().min(1).max(THREAD_TEXT_LENGTH_MAX);

export const threadAbout = z.object({ kind: z.enum(statementKinds), id: z.string().nullable() });
export type ThreadAbout = z.output<typeof threadAbout>;

const askedAbout = z
	.strictObject({ kind: z.enum([...statementKinds, 'help']), id: z.string().max(100).nullish() })
	.nullish()
	.transform((about): ThreadAbout | undefined =>
		about && about.kind !== 'help' ? { kind: about.kind, id: about.id ?? null } : undefined,
	);

const message = z.object({
	from: z.enum(['you', 'staff']),
	text: z.string(),
	at: z.number(),
	/** True if the admin whose decision is appealed answered, because no other admin could. */
	by_decider: z.boolean(),
});

export const thread = z.object({
	reference: z.string(),
	subject: z.string(),
	state: z.enum(threadStates),
	about: threadAbout.nullable(),
	opened_at: z.number(),
	changed_at: z.number(),
});
export type ThreadItem = z.output<typeof thread>;

export const threadCalls = {
	/** Adds the message to an open thread on the same subject, if there is one. */
	openThread: defineCall({
		access: 'user',
		input: z.strictObject({
			subject: z.string().trim().min(1).max(THREAD_SUBJECT_LENGTH_MAX),
			about: askedAbout,
			text: threadText,
		}),
		output: z.object({ reference: z.string() }),
	}),
	/** A thread token allows replies to its own thread only. */
	replyToThread: defineCall({
		access: 'thread',
		input: z.strictObject({ reference: threadReference, text: threadText }),
		output: z.object({ reference: z.string(), state: z.enum(threadStates) }),
	}),
	getThreads: defineCall({ access: 'user', input: pageRequest, output: pageOf(thread) }),
	/** Oldest message first. */
	getThread: defineCall({
		access: 'thread',
		input: z.strictObject({ reference: threadReference }),
		output: thread.extend({ messages: z.array(message), statement: statement.nullable() }),
	}),
	getStatement: defineCall({
		access: 'user',
		input: z.strictObject({ kind: z.enum(statementKinds), id: z.string().max(100).nullish() }),
		output: statement,
	}),
	openThreadByCode: defineCall({
		access: 'anonymous',
		signedOutReason: 'thread-code-invalid',
		input: z.strictObject({ code: z.string() }),
		output: z.object({ thread_token: z.string(), expiresAt: z.number(), reference: z.string() }),
	}),
	sendThreadLink: defineCall({
		access: 'anonymous',
		input: z.strictObject({ email: emailAddress }),
		output: z.object({}),
	}),
};

export type Thread = z.output<typeof threadCalls.getThread.output>;
