import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import { type TakeFromRateLimit, tooOften } from '../lib/http/rate-limit.ts';
import { createSemaphore } from '../lib/jobs/semaphore.ts';
import type { ShareOfLimit } from '../lib/jobs/share-of-limit.ts';
import { type DeletionDeps, deleteAccount } from './delete-account.ts';
import { exportMyData } from './export-my-data.ts';

const EXPORT_LIMIT = { max: 5, windowMs: 3_600_000 };
/** In each process. A long export takes tens of megabytes while it is made. */
const EXPORTS_AT_ONCE = 1;
const EXPORTS_WAITING = 50;

export function accountDeletionCalls(
	deps: DeletionDeps & { takeFromRateLimit: TakeFromRateLimit; share: ShareOfLimit },
) {
	const exports = createSemaphore(EXPORTS_AT_ONCE);
	const waitingMax = deps.share(EXPORTS_WAITING);
	return {
		async deleteAccount(_input, { actor }) {
			// Who has an authenticator has just this protected from somebody with their password, or their phone.
			if (actor.missingStep === 'totp-required') throw new CallError('permission-denied', refusal('totp-required'));
			await deleteAccount(deps, actor.uid, { by: { kind: 'owner', sessionId: actor.sessionId } });
			return { deleted: true as const };
		},
		async exportMyData(_input, { actor }) {
			if (exports.waiting() >= waitingMax) throw new CallError('unavailable', refusal('overloaded'));
			const waitMs = await deps.takeFromRateLimit(`export|${actor.uid}`, EXPORT_LIMIT);
			if (waitMs !== undefined) throw tooOften(waitMs);
			return exports.run(() => exportMyData(deps, actor.uid));
		},
	} satisfies Partial<CallHandlers>;
}
