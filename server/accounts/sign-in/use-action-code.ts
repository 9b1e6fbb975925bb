import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { LinkPurpose } from '../../notifications/send-ordered-mail.ts';
import { type ActionCode, consumeActionCode, isExpiredActionCode, selectActionCode } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { hashCode } from './one-time-code.ts';

type CodeRequest = { clock: Clock; code: unknown; purposes: readonly LinkPurpose[] };

/** Only one concurrent caller succeeds. */
export async function useActionCode(tx: Tx, request: CodeRequest): Promise<ActionCode> {
	return withCode(tx, request, (sought) => consumeActionCode(tx, sought));
}

/** Checks a code without using it. */
export async function requireActionCode(db: Database, request: CodeRequest): Promise<ActionCode> {
	return withCode(db, request, (sought) => selectActionCode(db, sought));
}

type Sought = { hash: Buffer; purposes: readonly LinkPurpose[]; nowMs: number };

async function withCode(
	db: Database | Tx,
	{ clock, code, purposes }: CodeRequest,
	find: (sought: Sought) => Promise<ActionCode | undefined>,
): Promise<ActionCode> {
	const hash = hashCode(code);
	if (!hash) throw authError('invalid-action-code');
	const found = await find({ hash, purposes, nowMs: clock.now() });
	if (found) return found;
	throw authError((await isExpiredActionCode(db, { hash, purposes })) ? 'expired-action-code' : 'invalid-action-code');
}
