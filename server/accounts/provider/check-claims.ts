import { MINUTE_MS } from '../../../contract/durations.ts';
import { recordAudit } from '../../lib/audit.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { ifReadable, type SecretBox } from '../../lib/secrets/secret-box.ts';
import { endKeysOf } from '../machine-keys/store-keys.ts';
import { deleteSessionsOf } from '../store.ts';
import { type ProviderClient, ProviderProblem } from './provider-client.ts';
import { refreshTokenOf } from './provider-rounds.ts';
import * as store from './store-provider.ts';

const CHECK_AFTER_MS = 3 * MINUTE_MS;
/** Sessions end if the provider is unavailable for this long. `select_caller` enforces it, too. */
const UNCHECKED_MAX_MS = 15 * MINUTE_MS;

type Deps = DbDeps & { secretBox: SecretBox; identity: { provider: ProviderClient } };

/** Runs every minute, so that a lost claim ends the sessions within five. */
export async function checkClaims(deps: Deps): Promise<void> {
	const { db, clock } = deps;
	const row = await store.selectApplied(db);
	if (row) {
		const due = await store.takeUnchecked(db, { issuer: row.issuer, before: new Date(clock.now() - CHECK_AFTER_MS) });
		await Promise.all(due.map((session) => checkSession(deps, row, session)));
	}
	await store.deleteUnchecked(db, new Date(clock.now() - UNCHECKED_MAX_MS));
}

async function checkSession(
	{ db, clock, secretBox, identity: { provider } }: Deps,
	row: store.ProviderRow,
	{ id, uid, sub, staffRole, token }: store.CheckedSession,
): Promise<void> {
	const refreshToken = ifReadable(() => secretBox.open(token, refreshTokenOf(uid)));
	const checked = refreshToken
		? await provider.checkAgain(row, { sub, token: refreshToken }).catch((error) => {
				if (error instanceof ProviderProblem) return error;
				throw error;
			})
		: new ProviderProblem('ended', undefined);
	if (checked instanceof ProviderProblem && checked.is !== 'ended')
		return store.updateChecked(db, { id, token, at: null });
	const at = new Date(clock.now());
	if (!(checked instanceof ProviderProblem) && staffRole && checked.roles.includes(staffRole)) {
		return store.updateChecked(db, { id, token: secretBox.seal(checked.refreshToken, refreshTokenOf(uid)), at });
	}
	await inTransaction(db, async (tx) => {
		await deleteSessionsOf(tx, uid);
		if (!(checked instanceof ProviderProblem)) await endKeysOf(tx, uid);
		const entry = { atMs: at.getTime(), actor: 'system', action: 'end-provider-sessions', uid };
		await recordAudit(tx, { ...entry, details: { before: { role: staffRole }, after: { role: null } } });
	});
}
