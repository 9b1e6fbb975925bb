import { type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { keptAt, openSecrets, proposedFor, sealSecrets } from '../../offerwalls/saved-walls/entry-secrets.ts';
import { selectSealed, updateSealed } from '../../offerwalls/saved-walls/store-saved-walls.ts';
import { selectSealedProposals, updateSealedProposal } from '../proposals/store-proposals.ts';
import type { OfferwallDeps } from './offerwalls.ts';
import { lockWithKey } from './save-offerwall.ts';

/**
 * Seals all that is sealed anew, in one transaction. Whoever runs with the old key goes on with what they know, and cannot save.
 * @returns how many walls
 * @throws CallError `failed-precondition` where `from` is not the key in use
 */
export function rotateSecretsKey(
	deps: Pick<OfferwallDeps, 'db' | 'clock'>,
	admin: AdminContext,
	{ from, to }: { from: SecretBox; to: SecretBox },
): Promise<number> {
	return withAudit(deps, admin, { action: 'rotate-secrets-key' }, async (tx) => {
		await lockWithKey(tx, from);
		const again = (about: string, sealed: string) => sealSecrets(to, about, openSecrets(from, about, sealed));
		const walls = await selectSealed(tx);
		for (const { id, secrets } of walls) await updateSealed(tx, id, again(keptAt(id), secrets));
		for (const { id, wall, sealed } of await selectSealedProposals(tx)) {
			await updateSealedProposal(tx, id, again(proposedFor(wall), sealed));
		}
		const change = { before: { key: from.keyId }, after: { key: to.keyId } };
		return { result: walls.length, change };
	});
}
