import { type AccountMemory, selectPaidGameAccounts } from '../accounts/memory/account-memory.ts';
import { selectRelatedOf } from '../accounts/memory/related-accounts.ts';
import { hasRow, rowsOf, type Tx } from '../lib/db/database.ts';

const HOPS = 4;
const CIRCLE_MAX = 500;
/** A carrier's address only links its own users. */
const CROWD_MAX = 25;

/** Returns accounts linked with the user, also in a chain. `isKnown`: one has the user's mailbox or game account. */
export async function selectCircle(
	tx: Tx,
	memory: AccountMemory,
	{ uid, nowMs }: { uid: string; nowMs: number },
): Promise<{ uids: string[]; isKnown: boolean }> {
	const circle = new Set(await selectRelatedOf(tx, memory, { uid, nowMs }));
	const digests = (await selectPaidGameAccounts(tx, uid)).map((id) => memory.digestOf('game-account', id));
	const isRemembered = await hasRow(tx)`
		select from deleted_account_memory where kind = 'game-account' and digest = any(${digests}::bytea[])
	`;
	let isKnown = circle.size > 0 || isRemembered;
	let frontier = [uid, ...circle];
	for (let hop = 0; hop < HOPS && frontier.length > 0 && circle.size < CIRCLE_MAX; hop += 1) {
		const found = await selectNear(tx, frontier, hop === 0 ? CIRCLE_MAX : CROWD_MAX);
		const others = found.filter((near) => near.uid !== uid && !circle.has(near.uid));
		isKnown ||= hop === 0 && others.some(({ isPerson }) => isPerson);
		frontier = others.map((near) => near.uid);
		for (const other of frontier) circle.add(other);
	}
	return { uids: [...circle], isKnown };
}

type Near = { uid: string; isPerson: boolean };

async function selectNear(tx: Tx, uids: readonly string[], crowdMax: number): Promise<Near[]> {
	return rowsOf<Near>(tx)`
		with games as materialized (
			select platform_user_id as id from linked_game_accounts where uid = any(${uids}::uuid[])
			union select platform_user_id from withdrawals where uid = any(${uids}::uuid[])
		), near as (
			select o.uid, false as is_person from sign_in_places p join sign_in_places o on o.address = p.address
			where p.uid = any(${uids}::uuid[])
				and (select count(distinct uid) from sign_in_places where address = p.address) <= ${crowdMax}
			union all
			select o.uid, false from account_browsers b join account_browsers o on o.browser = b.browser
			where b.uid = any(${uids}::uuid[])
			union all
			select o.id, true from auth_user a join auth_user o on o.email_verified
				and mailbox_of(o.email) = mailbox_of(a.email)
			where a.id = any(${uids}::uuid[])
			union all
			select uid, true from linked_game_accounts where platform_user_id in (select id from games)
			union all
			select uid, true from withdrawals where platform_user_id in (select id from games)
		)
		select uid, bool_or(is_person) as "isPerson" from near group by uid limit ${CIRCLE_MAX}
	`;
}
