import { type ActionDeps, type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { Tx } from '../../lib/db/database.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { keptAt, openSecrets, proposedFor, sealSecrets } from './entry-secrets.ts';
import { lockWithKey } from './save-offerwall.ts';
import { selectSealed, updateSealed } from './store-saved-walls.ts';

type Rotation = {
	from: SecretBox;
	to: SecretBox;
	/** Waiting proposals to save a wall: their secrets are sealed with the same key. */
	proposals: {
		select: (tx: Tx) => Promise<{ id: string; wall: string; sealed: string }[]>;
		update: (tx: Tx, id: string, sealed: string) => Promise<void>;
	};
};

/**
 * Seals all that is sealed anew, in one transaction. Whoever runs with the old key goes on with what they know, and cannot save.
 * @returns how many walls
 * @throws CallError `failed-precondition` where `from` is not the key in use
 */
export function rotateSecretsKey(
	deps: ActionDeps,
	{ from, to, proposals }: Rotation,
	admin: AdminContext,
): Promise<number> {
	return withAudit(deps, admin, { action: 'rotate-secrets-key' }, async (tx) => {
		await lockWithKey(tx, from);
		const again = (about: string, sealed: string) => sealSecrets(to, about, openSecrets(from, about, sealed));
		const walls = await selectSealed(tx);
		for (const { id, secrets } of walls) await updateSealed(tx, id, again(keptAt(id), secrets));
		for (const { id, wall, sealed } of await proposals.select(tx)) {
			await proposals.update(tx, id, again(proposedFor(wall), sealed));
		}
		const change = { before: { key: from.keyId }, after: { key: to.keyId } };
		return { result: walls.length, change };
	});
}
