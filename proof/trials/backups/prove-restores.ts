import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { restoreBackup } from '../../../server/backup/restore/restore-backup.ts';
import { createFolderStore } from '../../../server/backup/stores/folder-store.ts';
import { takeBackup } from '../../../server/backup/take-backup.ts';
import { createRandom } from '../../../test/partners/random.ts';
import { archiveAll, lookAtBooks, openBackedUpSite } from '../../../test/sites/backed-up-site.ts';
import { execute } from '../../../test/support/execute.ts';
import type { Print, TrialOptions } from '../trial.ts';

const WRITERS = 4;
const APART_MS = 1_500;

/** A restored site must contain every write acknowledged before its target time, and none begun later. */
export async function proveRestores({ count, seed }: TrialOptions, print: Print): Promise<string[]> {
	const random = createRandom(seed);
	const site = await openBackedUpSite({ archives: true });
	const findings: string[] = [];
	try {
		const store = createFolderStore(join(site.folder, 'backups'));
		await takeBackup(site.source, store, site);
		const load = site.startLoad(WRITERS);
		const moments: Date[] = [];
		for (let n = 0; n < count; n += 1) {
			await sleep(1 + random.below(APART_MS));
			moments.push(new Date());
		}
		await sleep(APART_MS);
		await load.stop();
		await execute(site.source.backupUrl, 'truncate transfers, wallets, account_buckets, earnings_buckets');
		await archiveAll(site, store);
		for (const [n, at] of moments.entries()) {
			const into = join(site.folder, 'restored');
			const quietly = { decrypt: undefined, published: [], durable: false, log: () => {} };
			const { problems, missing } = await restoreBackup({ ...quietly, store, into, at });
			const atMs = at.getTime();
			const least = load.writes.filter((write) => write.atMs < atMs).length;
			const most = load.writes.filter((write) => write.atMs - write.tookMs <= atMs + 1).length;
			const transfers = (await lookAtBooks(into))?.transfers ?? 0;
			if (transfers < least || transfers > most)
				findings.push(`at ${at.toISOString()} there are ${transfers} transfers, not ${least} to ${most}`);
			findings.push(...problems, ...missing);
			await rm(into, { recursive: true });
			print(
				`${n + 1} of ${count} moments: ${transfers} transfers of ${load.writes.length}, ${findings.length} findings`,
			);
		}
		return findings;
	} finally {
		await site.close();
	}
}
