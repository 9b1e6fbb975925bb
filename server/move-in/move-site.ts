import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { type Database, rowOf, rowsOf } from '../lib/db/database.ts';
import type { ProofKey } from '../public-proof/proof-key.ts';
import { type Hold, type ImportDeps, importBatch, isHeldBy } from './import-accounts.ts';
import { importHistories, insertHistory } from './import-histories.ts';
import { createMovePlan, type Difference, type MovePlan } from './plan-move.ts';
import type { Mapping, Source } from './sources/source.ts';

type HereRow = { uid: string; booked: number; held: number; isFinal: boolean };
type Here = ReadonlyMap<string, HereRow>;

async function selectHere(db: Database, project: string): Promise<Here> {
	const rows = await rowsOf<HereRow & { id: string }>(db)`
		select e.id, e.uid, i.booked, i.held, i.final_at is not null as "isFinal"
		from external_ids e join imported_accounts i using (uid) where i.project = ${project} and not e.is_digest
	`;
	return new Map(rows.map(({ id, ...row }) => [id, row]));
}

async function countHere(db: Database, project: string): Promise<{ admins: number; histories: number }> {
	const row = await rowOf<{ admins: number; histories: number }>(db)`
		select (
			select count(*) from imported_accounts i join auth_user a on a.id = i.uid join users u using (uid)
			where i.project = ${project} and (u.staff_role is not null or a.email in (select email from staff_invites))
		)::int as admins, (
			select count(*) from imported_history where uid in (select uid from imported_accounts where project = ${project})
		)::int as histories
	`;
	return row ?? { admins: 0, histories: 0 };
}

async function insertReport(db: Database, { project, at, report }: { project: string; at: Date; report: object }) {
	const json = JSON.stringify(report);
	await sql`insert into imports (at, project, report) values (${at}, ${project}, ${json}::jsonb)`.execute(db);
}

export type MoveOptions = {
	mapping: Mapping;
	hold: Hold;
	onProgress: (what: string, done: number, of: number) => void;
};

export type MoveReport = Pick<MovePlan, 'admins' | 'problems'> & {
	project: string;
	mode: 'plan' | 'apply' | 'final';
	at: string;
	read_time: string | null;
	accounts: Pick<MovePlan, 'found' | 'skipped' | 'methods'> & { imported: number; unchanged: number };
	balances: { total: number; imported: number; held: number; differences: Difference[] };
	histories: number;
	compared?: Record<'accounts' | 'robux' | 'admins' | 'histories', { source: number; here: number }>;
};
type Signed<Body> = Body & { key: string; signature: string };

const BATCH = 1_000;
const sumOf = (cents: Iterable<number>) => [...cents].reduce((sum, amount) => sum + amount, 0);

export async function planSite(source: Source, { mapping, hold }: MoveOptions, nowMs: number): Promise<MoveReport> {
	const plan = await readPlan(source, mapping);
	const ids = new Set(plan.accounts.map(({ id }) => id));
	const histories = await importHistories(source, mapping, (user) => ids.has(user), plan.problems);
	const booked = plan.accounts.map(({ balance }) => ({ booked: balance, held: isHeldBy(hold, balance) ? balance : 0 }));
	return { ...reportOf(source, plan, booked, { imported: booked.length, unchanged: 0 }, nowMs), histories };
}

export async function importSite(
	deps: ImportDeps & { proofKey: ProofKey },
	source: Source,
	{ mapping, hold, onProgress, isFinal }: MoveOptions & { isFinal: boolean },
): Promise<Signed<MoveReport>> {
	const { db, clock, proofKey } = deps;
	const { project } = source;
	const of = { project, source: `${source.kind}/${project}` };
	const plan = await readPlan(source, mapping);
	const marked = plan.accounts.filter(({ isMirrored }) => isMirrored);
	const before: Here = marked.length > 0 ? await selectHere(db, project) : new Map();
	for (const account of marked) {
		const { booked = 0, isFinal = true } = before.get(account.id) ?? {};
		// Users may be able to write the mark themselves. The mirror only writes it after the final import.
		if (!isFinal) continue;
		plan.total += booked - account.balance;
		account.balance = booked;
	}
	const done = { imported: 0, unchanged: 0 };
	for (let from = 0; from < plan.accounts.length; from += BATCH) {
		const batch = plan.accounts.slice(from, from + BATCH);
		const result = await importBatch(deps, batch, { ...of, hold, isFinal });
		done.imported += result.imported;
		done.unchanged += result.unchanged;
		plan.skipped.push(...result.skipped);
		plan.problems.push(...result.problems);
		onProgress('accounts', from + batch.length, plan.accounts.length);
	}
	const here = await selectHere(db, project);
	let written = 0;
	const write = async (rows: Parameters<typeof insertHistory>[2]) => {
		await insertHistory(db, here, rows);
		written += rows.length;
		onProgress('histories', written, written + 1);
	};
	const histories = await importHistories(source, mapping, (user) => here.has(user), plan.problems, write);
	onProgress('histories', written, written);
	plan.differences = [...plan.differences, ...differencesOf(plan, here)];
	const count = await countHere(db, project);
	const report = reportOf(source, plan, [...here.values()], done, clock.now());
	const { total, imported } = report.balances;
	const signed = sign(proofKey, {
		...{ ...report, mode: isFinal ? ('final' as const) : ('apply' as const), histories },
		compared: {
			accounts: { source: plan.found, here: here.size },
			robux: { source: total, here: imported },
			admins: { source: plan.admins, here: count.admins },
			histories: { source: histories, here: count.histories },
		},
	});
	await insertReport(db, { project, at: new Date(clock.now()), report: sign(proofKey, summaryOf(signed)) });
	return signed;
}

async function readPlan(source: Source, mapping: Mapping): Promise<MovePlan> {
	const documents = new Map();
	const { collection } = mapping.users;
	for await (const { id, data } of source.documents(collection)) documents.set(id, documents.get(id) ?? data);
	const { add, end } = createMovePlan(documents, { ...mapping, parameters: await source.readHashParameters() });
	for await (const account of source.accounts()) add(account);
	return end();
}

function reportOf(
	{ project, readTime }: Source,
	{ found, skipped, methods, total, differences, admins, problems }: MovePlan,
	money: { booked: number; held: number }[],
	done: { imported: number; unchanged: number },
	nowMs: number,
): MoveReport {
	const [imported, held] = [sumOf(money.map(({ booked }) => booked)), sumOf(money.map((one) => one.held))];
	return {
		...{ project, mode: 'plan', at: new Date(nowMs).toISOString(), read_time: readTime },
		accounts: { found, ...done, skipped, methods },
		balances: { total: total / 100, imported: imported / 100, held: held / 100, differences },
		...{ admins, histories: 0, problems },
	};
}

function differencesOf({ accounts, skipped }: MovePlan, here: Here): Difference[] {
	const reasons = new Map(skipped.map(({ id, reason }) => [id, reason]));
	const gone = new Map(here);
	const differences = accounts.flatMap(({ id, balance }): Difference[] => {
		gone.delete(id);
		const { booked = 0 } = here.get(id) ?? {};
		const reason = reasons.get(id) ?? 'the balance fell after its release: decide whether to take it back';
		return booked === balance ? [] : [{ id, source: balance / 100, imported: booked / 100, reason }];
	});
	const reason = 'the account is no longer at the source';
	return [
		...differences,
		...[...gone].map(([id, { booked }]) => ({ id, source: null, imported: booked / 100, reason })),
	];
}

function sign<Body extends object>(proofKey: ProofKey, body: Body): Signed<Body> {
	const signed = { ...body, key: proofKey.id };
	return { ...signed, signature: proofKey.sign(signed) };
}

function summaryOf(report: Signed<MoveReport>): object {
	const { accounts, balances, problems, signature: _, ...rest } = report;
	return {
		...{ ...rest, problems: problems.length, accounts: { ...accounts, skipped: accounts.skipped.length } },
		balances: { ...balances, differences: balances.differences.length },
		report_sha256: createHash('sha256').update(canonicalJson(report)).digest('hex'),
	};
}
