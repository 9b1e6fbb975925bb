import { resealImportedPasswords } from '../../accounts/passwords/imported-passwords.ts';
import { resealProviders } from '../../accounts/provider/change-provider.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import { resealEndpoints } from '../../events-out/event-endpoints.ts';
import type { Tx } from '../../lib/db/database.ts';
import { keyIdOf, type SecretBox } from '../../lib/secrets/secret-box.ts';
import { importedAs, openSecrets, proposedFor, sealSecrets, secretsContext } from './entry-secrets.ts';
import { lockWithKey } from './save-offerwall.ts';
import { selectImported, selectSealed, updateImported, updateSealed } from './store-saved-walls.ts';

type Rotation = {
	from: SecretBox;
	to: SecretBox;
	proposals: {
		select: (tx: Tx) => Promise<{ id: string; wall: string; sealed: string }[]>;
		update: (tx: Tx, id: string, sealed: string) => Promise<void>;
	};
	saveKey: () => Promise<void>;
};

/** A node that still has the old key keeps its walls in memory and cannot save. */
export function rotateSecretsKey(deps: ActionDeps, { from, to, proposals, saveKey }: Rotation, admin: AdminContext) {
	return withAudit(deps, admin, { action: 'rotate-secrets-key' }, async (tx) => {
		await lockWithKey(tx, from);
		const again = (about: string, sealed: string) => sealSecrets(to, about, openSecrets(from, about, sealed));
		const walls = await selectSealed(tx);
		for (const { id, secrets } of walls) await updateSealed(tx, id, again(secretsContext(id), secrets));
		for (const { id, imported, trusted } of await selectImported(tx)) {
			// The hash of a removed wall may use an older key.
			if (imported === null || keyIdOf(imported) !== from.keyId) continue;
			const hash = from.open(imported, importedAs(id));
			await updateImported(tx, { id, imported: to.seal(hash, importedAs(id)), trusted });
		}
		for (const { id, wall, sealed } of await proposals.select(tx)) {
			await proposals.update(tx, id, again(proposedFor(wall), sealed));
		}
		await resealImportedPasswords(tx, { from, to });
		await resealEndpoints(tx, { from, to });
		await resealProviders(tx, { from, to });
		await saveKey();
		const change = { before: { key: from.keyId }, after: { key: to.keyId } };
		return { result: walls.length, change };
	});
}
