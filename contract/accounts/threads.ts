import { z } from 'zod';
import { defineCall } from '../call.ts';
import { THREAD_SUBJECT_LENGTH_MAX, THREAD_TEXT_LENGTH_MAX } from '../limits.ts';
import { pageOf, pageRequest } from '../paging.ts';
import { statement, statementKinds } from './statements.ts';

/** `open`: we are to answer. `waiting`: we have. Who writes to a closed one opens it again. */
export const threadStates = ['open', 'waiting', 'closed'] as const;
export type ThreadState = (typeof threadStates)[number];

export const threadReference = z.string().min(1).max(40);
export const threadText = z.string().trim().min(1).max(THREAD_TEXT_LENGTH_MAX);

/** What it is about; `help` is nothing in particular. A ban and a pause need no id. */
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
	/** An appeal that who decided had to answer, because nobody else could. */
	by_decider: z.boolean(),
});

const thread = z.object({
	reference: z.string(),
	subject: z.string(),
	state: z.enum(threadStates),
	about: threadAbout.nullable(),
	opened_at: z.number(),
	changed_at: z.number(),
});
export type ThreadItem = z.output<typeof thread>;

export const threadCalls = {
	/** What is about the same as one that is not closed yet goes on in that one. */
	openThread: defineCall({
		access: 'user',
		input: z.strictObject({
			subject: z.string().trim().min(1).max(THREAD_SUBJECT_LENGTH_MAX),
			about: askedAbout,
			text: threadText,
		}),
		output: z.object({ reference: z.string() }),
	}),
	/** The caller's own, or with a thread's token as the bearer that one alone. */
	replyToThread: defineCall({
		access: 'thread',
		input: z.strictObject({ reference: threadReference, text: threadText }),
		output: z.object({ reference: z.string(), state: z.enum(threadStates) }),
	}),
	/** The caller's own, what changed last first. */
	getThreads: defineCall({ access: 'user', input: pageRequest, output: pageOf(thread) }),
	/** As {@link replyToThread}; messages from the first on. */
	getThread: defineCall({
		access: 'thread',
		input: z.strictObject({ reference: threadReference }),
		output: thread.extend({ messages: z.array(message), statement: statement.nullable() }),
	}),
	/** Of what was decided about the caller. */
	getStatement: defineCall({
		access: 'user',
		input: z.strictObject({ kind: z.enum(statementKinds), id: z.string().max(100).nullish() }),
		output: statement,
	}),
	/** Spends the code of a mailed link. The token is a bearer for one thread. */
	openThreadByCode: defineCall({
		access: 'anonymous',
		signedOutReason: 'thread-code-invalid',
		input: z.strictObject({ code: z.string() }),
		output: z.object({ thread_token: z.string(), expiresAt: z.number(), reference: z.string() }),
	}),
	/** Answers the same whether anybody has the address; a link goes to who cannot sign in to write to us. */
	sendThreadLink: defineCall({
		access: 'anonymous',
		input: z.strictObject({ email: z.email().max(254) }),
		output: z.object({}),
	}),
};

export type ThreadRequest = z.output<typeof threadCalls.openThread.input>;
export type Thread = z.output<typeof threadCalls.getThread.output>;
