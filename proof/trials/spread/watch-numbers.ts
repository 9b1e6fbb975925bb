import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../server/lib/db/database.ts';
import { checkLog } from '../../../server/public-proof/check-log.ts';
import { sealTransfers } from '../../../server/public-proof/seal-transfers.ts';
import { selectLogState } from '../../../server/public-proof/store-log.ts';

export type WatchedNumbers = {
	looks(): number;
	/** Ends, and reads the public log. @returns numbers that came below one that was there, and what the log lacks, in words. */
	end(): Promise<string[]>;
};

/** Workers give theirs from here on. */
const OF_A_WORKER = 2 ** 48;
const PAUSE_MS = 50;
const SEALED_MS_MAX = 60_000;

/** Looks again and again whether each user's numbers rise, and seals meanwhile what is over. @param owner whose database it is. */
export function watchNumbers(owner: Database, uids: readonly string[]): WatchedNumbers {
	const findings: string[] = [];
	const known = new Map(uids.map((uid) => [uid, { last: 0, count: 0 }]));
	let isOver = false;
	let looks = 0;

	async function look(uid: string, { last, count }: { last: number; count: number }): Promise<void> {
		const { rows } = await sql<{ last: number; count: number; below: number }>`
			select coalesce(max(id), 0)::bigint as last, count(*)::int as count, count(*) filter (where id <= ${last})::int as below
			from transfers where uid = ${uid}
		`.execute(owner);
		const [now] = rows;
		if (!now) return;
		if (now.below > count) findings.push(`${uid}: ${now.below - count} transfers came below number ${last}`);
		known.set(uid, now);
		looks += 1;
	}

	async function run(): Promise<void> {
		while (!isOver) {
			// A machine may be away just now.
			for (const [uid, before] of known) await look(uid, before).catch(() => {});
			await sealTransfers({ owner }).catch(() => {});
			await sleep(PAUSE_MS);
		}
	}

	const ended = run();
	return {
		looks: () => looks,
		async end() {
			isOver = true;
			await ended;
			return [...findings, ...(await findingsOfLog(owner))];
		},
	};
}

async function findingsOfLog(owner: Database): Promise<string[]> {
	const { rows } = await sql<{ count: number; highest: number }>`
		select count(*)::int as count, max(id) as highest from transfers
	`.execute(owner);
	const { count, highest } = rows[0] ?? { count: 0, highest: 0 };
	const findings = highest >= OF_A_WORKER ? [`the transfer ${highest} was numbered by a worker`] : [];
	const deadline = performance.now() + SEALED_MS_MAX;
	while ((await selectLogState(owner)).count < count && performance.now() < deadline) {
		await sealTransfers({ owner });
		await sleep(PAUSE_MS);
	}
	const { count: logged } = await selectLogState(owner);
	if (logged !== count) findings.push(`the log has ${logged} of ${count} transfers`);
	const { problems } = await checkLog(owner);
	return [...findings, ...problems.map((problem) => `log: ${JSON.stringify(problem)}`)];
}
