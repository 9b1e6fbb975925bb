import { checkAudit } from '../lib/audit/check-audit.ts';
import type { Database } from '../lib/db/database.ts';
import { type Checkpoint, hashOfCheckpoint } from './checkpoint.ts';
import { checkLog, type LogProblem } from './log/check-log.ts';
import { readCheckpoint } from './make-checkpoint.ts';
import { isSignedBy } from './proof-key.ts';
import { findPublicKeys } from './published-keys.ts';
import { selectCheckpoint } from './store-checkpoints.ts';

export type Unchanged = { transfers: number; entries: number; problems: readonly LogProblem[] };

export async function proveUnchanged(db: Database, since: Checkpoint): Promise<Unchanged> {
	const problems: LogProblem[] = [];
	const key = (await findPublicKeys(db)).get(since.key);
	if (!key || !isSignedBy(key, since)) {
		problems.push({
			rule: 'the saved checkpoint is from this site',
			detail: `no key of this site signed checkpoint ${since.n}`,
		});
	}
	const here = await selectCheckpoint(db, since.n);
	if (!here) problems.push({ rule: 'published checkpoints are unchanged', detail: `checkpoint ${since.n} is missing` });
	else if (hashOfCheckpoint(readCheckpoint(here.body)) !== hashOfCheckpoint(since)) {
		problems.push({ rule: 'published checkpoints are unchanged', detail: `checkpoint ${since.n} was changed` });
	}
	if (here?.isLost) {
		const detail = `the site was restored to a time before checkpoint ${since.n}, and later transfers are lost`;
		problems.push({ rule: 'nothing was lost', detail });
	}
	const log = await checkLog(db, since);
	const audit = await checkAudit(db, since.audit);
	return {
		transfers: log.transfers,
		entries: audit.count,
		problems: [...problems, ...log.problems, ...audit.problems],
	};
}
