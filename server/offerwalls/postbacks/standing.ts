import { sql } from 'kysely';
import { rulesForPerson } from '../../../contract/admin/lists.ts';
import { type Database, inTransaction, rowsOf } from '../../lib/db/database.ts';
import type { Standing } from '../partners/partner.ts';
import type { RawParameters } from './reading/raw-parameters.ts';
import { rejectionReasons } from './received-postback.ts';

export type ReportedStanding = { isHeld: boolean; scope: string; state: string; reason: string; until: Date | null };
type Noted = { uid: string; wall: string; standing?: ReportedStanding };

/** @returns why it is refused, or the report. */
export function readStanding(names: Standing, parameters: RawParameters): string | ReportedStanding {
	const text = (name: string) => (parameters.get(name) ?? '').replace(/\p{C}+/gu, ' ').slice(0, 200);
	const [state, end] = [text(names.state), text(names.until)];
	const isHeld = new Map(Object.entries(names.states)).get(state);
	if (isHeld === undefined) return rejectionReasons.notListed(names.state, state);
	if (end !== '' && Number.isNaN(Date.parse(end))) return rejectionReasons.notAsExpected(names.until, end);
	const until = end === '' ? null : new Date(end);
	return { isHeld, state, scope: text(names.scope), reason: text(names.reason), until };
}

/** A clearance also releases withdrawals that no other rule leaves to a person. @returns false for an unknown user. */
export async function noteStanding(db: Database, { uid, wall, standing }: Noted, at: Date): Promise<boolean> {
	if (!standing) return false;
	const { isHeld, scope, state, reason, until } = standing;
	const others = [...rulesForPerson].filter((rule) => rule !== 'partner-standing');
	return inTransaction(db, async (tx) => {
		const rows = await rowsOf(tx)`
			insert into partner_standings (uid, wall, scope, state, reason, until)
			select id, ${wall}, ${scope}, ${state}, ${reason}, ${until} from auth_user where id = ${uid}
			on conflict (uid, wall, scope) do update
			set state = excluded.state, reason = excluded.reason, until = excluded.until returning uid
		`;
		if (isHeld) return rows.length > 0;
		await sql`delete from partner_standings where uid = ${uid} and wall = ${wall} and scope = ${scope}`.execute(tx);
		await sql`
			update screenings set needs_person = false, until = case when rules = array['partner-standing'] then ${at} else until end
			where uid = ${uid} and ended_at is null and 'partner-standing' = any(rules) and not rules && ${others}::text[]
		`.execute(tx);
		return rows.length > 0;
	});
}
