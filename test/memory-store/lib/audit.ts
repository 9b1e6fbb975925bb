import type * as real from '../../../server/lib/audit.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/lib/audit.ts';

/** The record of deeds is not kept. */
export const recordAudit: typeof real.recordAudit = (db) => statement(db, () => undefined);

export const eraseAuditDetailsOf: typeof real.eraseAuditDetailsOf = (db) => statement(db, () => undefined);
