import { mkdir, mkdtemp, rename, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { createDatabase } from '../../../server/lib/db/database.ts';
import { withPool } from '../../../server/lib/db/with-pool.ts';
import { startEmbeddedPostgres } from '../../../server/lib/postgres/embedded-postgres.ts';
import { type UpgradeOptions, upgradeDatabase } from '../../../server/site-export/upgrade-database.ts';
import { lookAtBooks } from '../../../test/sites/backed-up-site.ts';
import { makeOlderSite, versionOf } from '../../../test/sites/older-postgres.ts';
import { contentsOf } from '../../../test/support/contents-of.ts';

const CREDITS_OF_A_USER = 25;
const USERS_OF_A_WITHDRAWAL = 2;

export type UpgradeTally = {
	from: string;
	to: string;
	transfers: number;
	tables: number;
	tookMs: number;
	findings: string[];
};

/**
 * A site whose database is of an older PostgreSQL is brought to ours: what fails first leaves it as it was, byte for byte, and so does
 * what succeeds, for the way back.
 * @param programs the older one's folder of `bin` and `lib`.
 */
export async function proveUpgrade(
	{ programs, credits }: { programs: string; credits: number },
	say: (line: string) => void = () => {},
): Promise<UpgradeTally> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-upgrade-'));
	try {
		const dataDir = join(folder, 'data');
		const users = Math.ceil(credits / CREDITS_OF_A_USER);
		say(`a site of PostgreSQL ${await versionOf(programs)} with ${credits} credits is made ...`);
		await makeOlderSite(dataDir, programs, { users, credits, withdrawals: Math.ceil(users / USERS_OF_A_WITHDRAWAL) });
		const before = await contentsOf(join(dataDir, 'postgres'));
		const upgrade = (more: Partial<UpgradeOptions> = {}) =>
			upgradeDatabase({ dataDir, programs, isAgain: false, durable: false, tell: () => {}, ...more });
		const findings = await failFirst(dataDir, before, upgrade);
		const startedMs = performance.now();
		const { from, to, kept, manifest } = await upgrade();
		const tookMs = performance.now() - startedMs;
		if (!isDeepStrictEqual(await contentsOf(kept), before)) findings.push('the old database was written to');
		const counts = [(await lookAtBooks(dataDir))?.transfers, await countAsBefore({ folder, kept, programs })];
		for (const count of counts) {
			if (count !== manifest.transfers) findings.push(`${count} transfers instead of ${manifest.transfers}`);
		}
		return { from, to, transfers: manifest.transfers, tables: manifest.tables.length, tookMs, findings };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function failFirst(
	dataDir: string,
	before: Record<string, string>,
	upgrade: (more: Partial<UpgradeOptions>) => Promise<unknown>,
): Promise<string[]> {
	const findings: string[] = [];
	const cut = (file: string) => truncate(join(dataDir, 'postgres.upgrade', file), 100);
	const plans: Record<string, Partial<UpgradeOptions>> = {
		'programs that are not there': { programs: join(dataDir, 'nothing') },
		'a data file that is cut': {
			onStep: async (step) => void (step === 'copied' && (await cut('old/postgres/data/global/pg_control'))),
		},
		'an exported file that is cut': {
			onStep: async (step) => void (step === 'exported' && (await cut('files/transfers.csv.gz'))),
		},
	};
	for (const [what, plan] of Object.entries(plans)) {
		const failure = await upgrade(plan).then(
			() => undefined,
			(error: Error) => error,
		);
		if (!failure) findings.push(`${what}: the upgrade went on`);
		if (!isDeepStrictEqual(await contentsOf(join(dataDir, 'postgres')), before))
			findings.push(`${what}: changed the old one`);
	}
	return findings;
}

/** The way back: the folder that was kept, with the programs of before. */
async function countAsBefore({ folder, kept, programs }: { folder: string; kept: string; programs: string }) {
	const dataDir = join(folder, 'back');
	await mkdir(dataDir);
	await rename(kept, join(dataDir, 'postgres'));
	const postgres = await startEmbeddedPostgres({ dataDir, otherPrograms: programs, durable: false, log: () => {} });
	return withPool({ url: postgres.ownerUrl, name: 'proof' }, async (pool) => {
		const { rows } = await sql<{ count: number }>`select count(*)::int as count from transfers`.execute(
			createDatabase(pool),
		);
		return rows[0]?.count;
	}).finally(postgres.stop);
}
