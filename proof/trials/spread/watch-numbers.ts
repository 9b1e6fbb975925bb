import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../server/lib/db/database.ts';
import { rowOf } from '../../../server/lib/db/rows.ts';
import { checkLog } from '../../../server/public-proof/log/check-log.ts';
import { sealTransfers } from '../../../server/public-proof/log/seal-transfers.ts';
import { selectLogState } from '../../../server/public-proof/log/store-log.ts';
import { until } from '../../until.ts';

/** Start of a worker's own sequence; all numbers must come from the coordinator. */
const OF_A_WORKER = 2 ** 48;
const PAUSE_MS = 50;
const SEALED_MS_MAX = 60_000;

type Numbers = { last: number; count: number };

export function watchNumbers(owner: Database, uids: readonly string[]) {
	const findings: string[] = [];
	const known = new Map<string, Numbers>(uids.map((uid) => [uid, { last: 0, count: 0 }]));
	let isOver = false;

	async function look(uid: string, { last, count }: Numbers): Promise<void> {
		const now = await rowOf<Numbers & { below: number }>(owner)`
			select coalesce(max(id), 0)::bigint as last, count(*)::int as count, count(*) filter (where id <= ${last})::int as below
			from transfers where uid = ${uid}`;
		if (!now) return;
		if (now.below > count) findings.push(`${uid}: ${now.below - count} transfers came below number ${last}`);
		known.set(uid, now);
	}

	async function run(): Promise<void> {
		while (!isOver) {
			// Continue without the numbers, because a machine may be down.
			for (const [uid, before] of known) await look(uid, before).catch(() => {});
			await sealTransfers({ owner }).catch(() => {});
			await sleep(PAUSE_MS);
		}
	}

	const ended = run();
	return {
		async end(): Promise<string[]> {
			isOver = true;
			await ended;
			return [...findings, ...(await compareWithLog(owner))];
		},
	};
}

async function compareWithLog(owner: Database): Promise<string[]> {
	const { count, highest } = (await rowOf<{ count: number; highest: number }>(owner)`
		select count(*)::int as count, max(id) as highest from transfers`) ?? { count: 0, highest: 0 };
	const findings = highest >= OF_A_WORKER ? [`a worker gave the number ${highest}`] : [];
	const isSealed = async () => {
		await sealTransfers({ owner });
		return (await selectLogState(owner)).count >= count;
	};
	await until(isSealed, SEALED_MS_MAX);
	const { count: logged } = await selectLogState(owner);
	if (logged !== count) findings.push(`the log has ${logged} of ${count} transfers`);
	const { problems } = await checkLog(owner);
	return [...findings, ...problems.map((problem) => `log: ${JSON.stringify(problem)}`)];
}
