import type { RuleId } from '../../../contract/accounts/statements.ts';
import type { FullStatement } from '../../../contract/admin/threads.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { Decision } from './store-statements.ts';

/** What a row says of why it is as it is; the rest follows from its kind. */
export type Found = Omit<FullStatement, 'kind' | 'id' | 'automated' | 'object_until'>;

/** @returns undefined for what is not there, is over, or is somebody else's. */
export type FindReason = (db: Database | Tx, uid: string, id: string) => Promise<Found | undefined>;

/** What a person decided is in the audit in full. */
export function insideOf(decision: Decision | undefined): Record<string, unknown> {
	return decision ? { ...decision.details, reason: decision.reason } : {};
}

/** `chargebacks-ban@1` */
export function readRule(text: string): { id: RuleId; version: number } {
	const [id = '', version] = text.split('@');
	return { id: id as RuleId, version: Number(version) };
}
