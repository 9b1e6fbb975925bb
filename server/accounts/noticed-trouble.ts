import { AsyncLocalStorage } from 'node:async_hooks';
import type { DBAdapter } from 'better-auth/adapters';
import { outcomeIfUnavailable } from '../lib/db/database.ts';

type Notes = { trouble?: unknown };
type Method = (...given: never[]) => unknown;

const notes = new AsyncLocalStorage<Notes>();

/** Records database errors, because better-auth 1.7.7 (`getSessionFromCtx`, `signOut`) swallows them. */
export const noticeTrouble = (adapter: DBAdapter): DBAdapter => wrapAdapter(adapter, noted);

/** @throws the database error that occurred during `request`. */
export async function orTrouble(request: () => Promise<Response>): Promise<Response> {
	const noting: Notes = {};
	const response = await notes.run(noting, request);
	if (noting.trouble !== undefined) throw noting.trouble;
	return response;
}

/** Also wraps the methods of a transaction's adapter. */
export function wrapAdapter(adapter: DBAdapter, wrapped: (method: Method) => Method): DBAdapter {
	const wrap = <Inner extends object>(inner: Inner): Inner => {
		const members = Object.entries(inner).filter(([, member]) => typeof member === 'function');
		return { ...inner, ...Object.fromEntries(members.map(([name, member]) => [name, wrapped(member.bind(inner))])) };
	};
	const transaction: DBAdapter['transaction'] = (work) => adapter.transaction((inner) => work(wrap(inner)));
	return wrap({ ...adapter, transaction });
}

function noted(call: Method): Method {
	const note = (error: unknown): never => {
		const noting = notes.getStore();
		if (noting && outcomeIfUnavailable(error)) noting.trouble ??= error;
		throw error;
	};
	return (...given) => {
		const answer = call(...given);
		return answer instanceof Promise ? answer.catch(note) : answer;
	};
}
