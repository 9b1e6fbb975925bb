import type { MyData } from '../../contract/accounts/account.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { callError } from '../../contract/refusals.ts';
import { exportAccount } from '../accounts/export-user.ts';
import { type DbDeps, inSnapshot, type Tx } from '../lib/db/database.ts';
import type { Caller } from '../lib/feature.ts';
import { type Actor, type TakeFromRateLimit, tooOften } from '../lib/http/callers.ts';
import type { Semaphore } from '../lib/jobs/semaphores.ts';
import type { SecretBox } from '../lib/secrets/secret-box.ts';
import { readPayoutCodes } from '../withdrawals/gift-cards/codes.ts';

type Parts = Omit<MyData, 'exported_at' | 'is_complete' | 'account' | 'payout_codes'>;

export type ExportDeps = DbDeps & {
	secretBox: SecretBox;
	takeFromRateLimit: TakeFromRateLimit;
	/** Runs exports one at a time, because each may need tens of megabytes. */
	exportQueue: Semaphore;
	exportParts: (tx: Tx, uid: string) => Promise<{ parts: Parts; isComplete: boolean }>;
};

const LIMIT = { max: 5, windowMs: HOUR_MS };
const WAITING_MAX = 50;

export async function exportOwnData(deps: ExportDeps, _input: unknown, { actor }: Caller<'user'>): Promise<MyData> {
	const { exportQueue, takeFromRateLimit } = deps;
	if (exportQueue.waiting() >= WAITING_MAX) throw callError('unavailable', 'overloaded');
	const waitMs = await takeFromRateLimit(`export|${actor.uid}`, LIMIT);
	if (waitMs !== undefined) throw tooOften(waitMs);
	return exportQueue.run(() => exportMyData(deps, actor));
}

/** @throws CallError `unauthenticated`; also {@link readPayoutCodes}. */
export async function exportMyData(
	{ db, clock, exportParts, secretBox }: Pick<ExportDeps, 'db' | 'clock' | 'exportParts' | 'secretBox'>,
	{ uid, sessionId }: Pick<Actor, 'uid' | 'sessionId'>,
): Promise<MyData> {
	return inSnapshot(db, async (tx) => {
		const account = await exportAccount(tx, uid);
		if (!account) throw callError('unauthenticated', 'must-be-logged-in');
		const codes = await readPayoutCodes(tx, { clock, secretBox }, { uid, sessionId });
		const { parts, isComplete } = await exportParts(tx, uid);
		return { exported_at: clock.now(), is_complete: isComplete, account, ...parts, payout_codes: codes };
	});
}
