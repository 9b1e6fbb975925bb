import { text } from 'node:stream/consumers';
import { certificatesOf } from './layout.ts';
import type { BackupStore } from './stores/backup-store.ts';

/** Of the newest ones: whoever has the identity proves on another machine, and leaves a certificate. */
const LOOKED_AT = 20;

/** @returns when an encrypted backup of this site was last proven with its identity. */
export async function findDecryption(store: BackupStore, site: string): Promise<Date | undefined> {
	const files = (await store.list(certificatesOf(site))).slice(-LOOKED_AT).reverse();
	for (const { name } of files) {
		const certificate: unknown = await text(await store.read(name)).then(JSON.parse, () => undefined);
		const { decrypted, problems, proven_at } = (certificate ?? {}) as Record<string, unknown>;
		if (decrypted === true && Array.isArray(problems) && problems.length === 0) return new Date(String(proven_at));
	}
	return undefined;
}
