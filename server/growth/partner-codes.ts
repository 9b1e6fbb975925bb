import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { CallResult } from '../../contract/calls.ts';
import type { BountyTerms, PartnerCode } from '../../contract/growth.ts';
import { requireSecond } from '../accounts/second-person.ts';
import { type StaffCall, withAudit } from '../accounts/with-audit.ts';
import { type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { paysBounties, requireAffordable, scaled, type TermsDeps } from './bounty-terms.ts';
import { selectTerms } from './store-bounties.ts';

type Welcome = CallResult<'noteVisit'>['partner'];
type Version = PartnerCode['versions'][number];

export const adminSavePartnerCode: StaffCall<'adminSavePartnerCode', TermsDeps> = (deps, input, admin) => {
	const { reason, ...terms } = input;
	const { code, uid, name, landing } = terms;
	const hash = createHash('sha256').update(`${name}\n${landing}\n${terms.terms}\n`).digest('hex');
	return withAudit(deps, admin, { action: 'save-partner-code', reason, user: uid }, async (tx, atMs) => {
		const [latest] = await selectVersions(tx, code);
		if (latest && isDeepStrictEqual({ ...latest, set_at: 0 }, { ...terms, hash, set_at: 0 })) {
			return { result: { hash }, change: undefined };
		}
		// Sends the visitors' bounties elsewhere, or replaces terms that two people agreed to.
		if (latest && (latest.uid !== uid || (latest.bounties && !terms.bounties))) requireSecond(admin, { uid });
		if (terms.bounties) await requireAffordable(tx, deps, terms.bounties, admin, { uid });
		const bounties = terms.bounties && JSON.stringify(scaled(terms.bounties, 100));
		await sql`
			insert into partner_codes (code, set_at, uid, name, landing, terms, hash, bounties)
			values (${code}, ${new Date(atMs)}, ${uid}, ${name}, ${landing}, ${terms.terms}, ${hash}, ${bounties}::jsonb)
		`.execute(tx);
		const change = { code, before: { hash: latest?.hash }, after: { hash }, keeps: ['code', 'before', 'after'] };
		return { result: { hash }, change };
	});
};

export async function adminGetPartnerCodes({ db }: { db: Database }): Promise<CallResult<'adminGetPartnerCodes'>> {
	const off = await rowsOf<{ source: string }>(db)`
		select source from source_switches where kind = 'partner' and not enabled
	`;
	const codes = Map.groupBy(await selectVersions(db), ({ code }) => code);
	const items = [...codes].map(([code, versions]) => {
		return { code, versions, enabled: !off.some(({ source }) => source === code) };
	});
	return { items };
}

async function selectVersions(db: Database | Tx, code: string | null = null): Promise<Version[]> {
	const rows = await rowsOf<Version & { id: number }>(db)`
		select code, uid, name, landing, terms, bounties, hash, (extract(epoch from set_at) * 1000)::float8 as set_at
		from partner_codes where ${code}::text is null or code = ${code} order by id desc
	`;
	return rows.map((row) => ({ ...row, bounties: row.bounties && scaled(row.bounties, 0.01) }));
}

/** @returns null while the code is off. */
export async function selectWelcome(db: Database, id: number): Promise<Welcome> {
	const partner = await rowOf<{ name: string; landing: string; bounties: BountyTerms | null }>(db)`
		select name, landing, bounties from partner_codes p where id = ${id} and not exists (
			select 1 from source_switches w where w.kind = 'partner' and w.source = p.code and not w.enabled
		)
	`;
	if (!partner) return null;
	const { bounties, ...words } = partner;
	const terms = bounties ?? (await selectTerms(db));
	return { ...words, is_paid: terms !== undefined && paysBounties({ ...terms, boost_percent: 0 }) };
}
