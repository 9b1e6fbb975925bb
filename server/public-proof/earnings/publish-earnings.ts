import { DAY_MS } from '../../../contract/durations.ts';
import { canonicalJson } from '../../../contract/proof/canonical-json.ts';
import type { Earnings } from '../../../contract/proof/earnings.ts';
import { retentionMs } from '../../../contract/site/retention.ts';
import { type Database, type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import { sha256 } from '../log/log-tree.ts';
import { AGES_DAYS, addMember, cellsOf, type Groups } from './earnings-figures.ts';
import * as store from './store-earnings.ts';

type Deps = DbDeps & { giveWay?: () => Promise<void> };

const AT_ONCE = 2_000;
const [FIRST_AGE, , LAST_AGE] = AGES_DAYS;

export async function publishEarnings(deps: Deps): Promise<void> {
	const { db, clock } = deps;
	const nowMs = clock.now();
	const first = await store.selectFirstJoined(db);
	if (!first) return;
	const published = await store.selectPublished(db);
	const thisMonth = monthOf(nowMs).from.getTime();
	for (let month = monthOf(first.getTime()); month.to.getTime() <= thisMonth; month = monthOf(month.to.getTime())) {
		const name = month.from.toISOString().slice(0, 7);
		const ages = AGES_DAYS.filter(
			(age) => month.to.getTime() + age * DAY_MS <= thisMonth && !published.has(`${name} ${age}`),
		);
		if (ages.length === 0) continue;
		// Later, only people who still visit would have a country, which would flatter their countries.
		const isKnown = nowMs - month.from.getTime() < retentionMs('places');
		if (ages.includes(FIRST_AGE) && isKnown) await store.noteCountries(db, month);
		await publishMonth(deps, month, ages);
	}
}

async function publishMonth(deps: Deps, month: store.Month, ages: readonly number[]): Promise<void> {
	const figures = ages.map((age) => ({ age, groups: new Map() as Groups }));
	for await (const member of membersOf(deps, month)) {
		for (const { age, groups } of figures) addMember(groups, age, member);
	}
	const at = new Date(deps.clock.now());
	await inTransaction(deps.db, async (tx) => {
		for (const { age, groups } of figures) {
			const cells = cellsOf(groups, age);
			await store.insertCells(tx, { month, ageDays: age, cells, at });
			// Countries that were never shown count as unknown in any later recomputation, with the same result.
			const shown = cells.map(({ country }) => country);
			if (age === LAST_AGE) await store.deleteCountriesExcept(tx, month, shown);
		}
	});
}

async function* membersOf({ db, giveWay }: Deps, month: store.Month) {
	let last: Awaited<ReturnType<typeof store.selectJoined>>[number] | undefined;
	do {
		await giveWay?.();
		const joined = await store.selectJoined(db, month, last, AT_ONCE);
		const uids = joined.map(({ uid }) => uid);
		const payments = Map.groupBy(await store.selectPayments(db, uids), ({ uid }) => uid);
		for (const { uid, at, country } of joined) {
			const own = (payments.get(uid) ?? []).map((payment) => ({ atMs: payment.at.getTime(), cents: payment.cents }));
			yield { country, joinedMs: at.getTime(), payments: own };
		}
		last = joined.at(-1);
	} while (last);
}

function monthOf(ms: number): store.Month {
	const date = new Date(ms);
	const start = (more: number) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1));
	return { from: start(0), to: start(1) };
}

export const findEarningsHash = async (db: Database | Tx): Promise<string | null> =>
	hashOf(await store.selectMonths(db));

function hashOf(months: Earnings['months']): string | null {
	return months.length === 0 ? null : sha256(canonicalJson(months)).toString('hex');
}

type ShowDeps = { db: Database; config: { publicProof: boolean } };

export async function getEarnings({ db, config }: ShowDeps): Promise<Earnings> {
	const months = await store.selectMonths(db);
	const hash = hashOf(months);
	const n = hash !== null && config.publicProof ? await store.selectFirstWith(db, hash) : undefined;
	return { months, checkpoint: n ?? null };
}
