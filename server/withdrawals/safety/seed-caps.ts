import { asRobuxCents, type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { recordAudit } from '../../lib/audit.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction, rowsOf, type Tx } from '../../lib/db/database.ts';
import { lockPayoutSettings, type PayoutSettings, updatePayoutSettings } from './store-safety.ts';

type Caps = Partial<Pick<PayoutSettings, 'hourCap' | 'dayCap' | 'personDayCap'>>;

const siteCaps = { hourCap: asRobuxCents(10_000_00), dayCap: asRobuxCents(50_000_00) } satisfies Caps;
const personCap = { personDayCap: asRobuxCents(3_000_00) } satisfies Caps;

/** Runs only once, so that changed or removed caps stay. */
export async function seedCaps(
	{ db, clock, log }: DbDeps & { log: Log },
	{ isPersonCapSet }: { isPersonCapSet: boolean },
): Promise<void> {
	const now = new Date(clock.now());
	await inTransaction(db, async (tx) => {
		const before = await lockPayoutSettings(tx);
		const wanted: Caps = {
			...((await isFirst(tx, 'site-caps', now)) && siteCaps),
			...(!isPersonCapSet && (await isFirst(tx, 'person-cap', now)) && personCap),
		};
		const caps = Object.fromEntries(
			Object.entries(wanted).filter(([name]) => before[name as keyof Caps] === null),
		) as Caps;
		if (Object.keys(caps).length === 0) return;
		await updatePayoutSettings(tx, { ...before, ...caps }, now);
		const details = Object.fromEntries(
			Object.entries(caps).map(([name, cents]) => [name, robuxToWire(cents as RobuxCents)]),
		);
		await recordAudit(tx, { atMs: now.getTime(), actor: 'system', action: 'seed-payout-caps', details });
		log.warn({ ...details }, 'payouts are now capped; change the caps under Withdrawals in the admin area');
	});
}

async function isFirst(tx: Tx, name: 'site-caps' | 'person-cap', now: Date): Promise<boolean> {
	const rows = await rowsOf(tx)`
		insert into seeds (name, at) values (${name}, ${now}) on conflict (name) do nothing returning name
	`;
	return rows.length > 0;
}
