import { createHash } from 'node:crypto';
import type { DBAdapter, Where } from 'better-auth/adapters';
import { wrapAdapter } from '../noticed-trouble.ts';

type Row = Record<string, unknown>;
type Query = { model: string; where?: Where[] | undefined; data?: Row; update?: Row };

const SESSION = 'session';

/** Stores only the SHA-256 of a token. Lists of sessions contain the hash, which cannot be used to delete them. */
export function hashSessionTokens(adapter: DBAdapter): DBAdapter {
	return wrapAdapter(adapter, (method) => async (query: Query) => {
		if (query.model !== SESSION) return method(query as never);
		const tokens = new Map<string, string>();
		const answer = await method(withHashes(query, tokens) as never);
		if (Array.isArray(answer)) return answer.map((row) => withToken(row, tokens));
		return withToken(answer, tokens);
	});
}

export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

function withHashes(query: Query, tokens: Map<string, string>): Query {
	const hash = (token: unknown): unknown => {
		if (typeof token !== 'string') return token;
		const hashed = hashSessionToken(token);
		tokens.set(hashed, token);
		return hashed;
	};
	const inRow = (row: Row) => ('token' in row ? { ...row, token: hash(row.token) } : row);
	const inCondition = (condition: Where): Where => {
		if (condition.field !== 'token') return condition;
		const { value } = condition;
		return { ...condition, value: (Array.isArray(value) ? value.map(hash) : hash(value)) as Where['value'] };
	};
	return {
		...query,
		...(query.where ? { where: query.where.map(inCondition) } : {}),
		...(query.data ? { data: inRow(query.data) } : {}),
		...(query.update ? { update: inRow(query.update) } : {}),
	};
}

function withToken(row: unknown, tokens: ReadonlyMap<string, string>): unknown {
	if (typeof row !== 'object' || row === null || !('token' in row) || typeof row.token !== 'string') return row;
	return { ...row, token: tokens.get(row.token) ?? row.token };
}
