import { callError } from '../../../contract/refusals.ts';
import type { Tx } from '../../lib/db/database.ts';
import type { SecretBox } from '../../lib/secrets/secret-box.ts';
import type { Approval } from '../second-person.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../with-audit.ts';
import { insertSecret, takeSecret } from './store-keys.ts';

export type SecretDeps = ActionDeps & { secretBox: SecretBox };

const aboutOf = (proposal: string) => `one-time secret of ${proposal}`;

/** The approver's response must not contain the secret. */
export async function keepSecret(
	tx: Tx,
	{ secretBox }: SecretDeps,
	{ proposal, proposedBy }: Approval,
	{ id, secret, atMs }: { id: string; secret: string; atMs: number },
): Promise<void> {
	const sealed = secretBox.seal(secret, aboutOf(proposal));
	await insertSecret(tx, { proposal, askedBy: proposedBy, id, sealed, at: new Date(atMs) });
}

export const adminTakeSecret: StaffCall<'adminTakeSecret', SecretDeps> = (deps, { proposal }, admin) =>
	withAudit(deps, admin, { action: 'take-secret' }, async (tx) => {
		const found = await takeSecret(tx, { proposal, askedBy: admin.actor.uid });
		if (!found) throw callError('not-found', 'no-such-secret');
		const secret = deps.secretBox.open(found.sealed, aboutOf(proposal));
		return { result: { id: found.id, secret }, change: { of: proposal, before: {}, after: {} } };
	});
