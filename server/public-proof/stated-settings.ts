import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import type { Database } from '../lib/db/database.ts';
import { sha256 } from './log/log-tree.ts';

export type PublishedSettings = Readonly<Record<string, string | null>>;

/** Includes the shard count, because each shard has its own sums. */
export async function statedSettings(
	db: Database,
	published: PublishedSettings,
): Promise<{ hash: string; body: string }> {
	const groups = await db.engine.countGroups();
	const body = canonicalJson(groups === undefined ? published : { ...published, SHARDS: String(groups) });
	return { hash: sha256(body).toString('hex'), body };
}
