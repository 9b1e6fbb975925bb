import { AsyncLocalStorage } from 'node:async_hooks';
import type { DBAdapter } from 'better-auth/adapters';
import { outcomeIfUnavailable } from '../lib/db/database.ts';

type Notes = { trouble?: unknown };

const notes = new AsyncLocalStorage<Notes>();

/** Records database errors, because better-auth 1.7.7 (`getSessionFromCtx`, `signOut`) swallows them. */
export function noticeTrouble(adapter: DBAdapter): DBAdapter {
	return {
		...wrap(adapter),
		transaction: (work) => noted(() => adapter.transaction((inner) => work(wrap(inner)))),
	} as DBAdapter;
}

/** @throws the database error that occurred during `request`. */
export async function orTrouble(request: () => Promise<Response>): Promise<Response> {
	const noting: Notes = {};
	const response = await notes.run(noting, request);
	if (noting.trouble !== undefined) throw noting.trouble;
	return response;
}

function wrap<Inner extends object>(inner: Inner): Inner {
	const noting = Object.entries(inner).map(([name, member]) => {
		if (typeof member !== 'function') return [name, member];
		return [name, (...given: unknown[]) => noted(() => member.apply(inner, given))];
	});
	return { ...inner, ...Object.fromEntries(noting) };
}

function noted<Result>(call: () => Result): Result {
	const note = (error: unknown): never => {
		const noting = notes.getStore();
		if (noting && outcomeIfUnavailable(error)) noting.trouble ??= error;
		throw error;
	};
	const answer = call();
	return answer instanceof Promise ? (answer.catch(note) as Result) : answer;
}
