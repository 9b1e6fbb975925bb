import { type RawBuilder, sql } from 'kysely';
import type { SearchKind } from '../../../contract/admin/workplace.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import { type Database, rowsOf } from '../../lib/db/database.ts';

export type Hit = {
	kind: SearchKind;
	id: string;
	isWhole: boolean;
	uid: string;
	name: string | null;
	email: string | null;
	gameName: string | null;
	called: string | null;
	amount: RobuxCents | null;
	note: string | null;
};

type Look = { typed: string; most: number; digest: string };

const LAST_LETTER = '\u{10FFFF}';
const UUID_DIGITS = /^[0-9a-f]{4,32}$/;

/** Compares by bytes, like the indexes of migration 019. */
function begins(column: RawBuilder<unknown>, typed: string) {
	return sql`${column} ~>=~ ${typed} and ${column} ~<~ ${typed + LAST_LETTER}`;
}

const finders: Record<SearchKind, (look: Look) => RawBuilder<unknown>> = {
	user({ typed, most, digest }) {
		const lower = typed.toLowerCase();
		const [email, name, gameName] = [sql`email`, sql`lower(name)`, sql`roblox_username`];
		return sql`
			select 'user' as kind, uid::text as id, bool_or(is_whole) as is_whole, uid, null as called, null::bigint as amount, null as note
			from (
				(select id as uid, email = ${lower} as is_whole from auth_user where ${begins(email, lower)} order by email using ~<~ limit ${most})
				union all
				(select id, lower(name) = ${lower} from auth_user where ${begins(name, lower)} order by lower(name) using ~<~ limit ${most})
				union all
				(
					select uid, roblox_username = ${lower} from linked_game_accounts
					where ${begins(gameName, lower)} order by roblox_username using ~<~ limit ${most}
				)
				${byUid(lower, most)}
				union all
				(select uid, false from external_ids where (id, is_digest) in ((${typed}, false), (${digest}, true)))
			) people group by uid order by is_whole desc, uid limit ${most}
		`;
	},
	withdrawal: byReference('withdrawal', sql`order_id`, sql`null, amount, state from withdrawals`),
	transaction: ({ typed, most }) => sql`
		select 'transaction', ${typed}, true, uid, offer_name, amount, split_part(reference, '/', 2)
		from transfers, lateral (select 'offer/' || split_part(reference, '/', 2) || '/' || ${typed} || '/' as stem) named
		where transaction_in(reference) = hashtextextended(split_part(${typed}, '/', 1), 0)
			and starts_with(reference, stem) and strpos(substr(reference, length(stem) + 1), '/') = 0
		order by id limit ${most}
	`,
	claim: byReference('claim', sql`reference`, sql`title, null, state from claims`),
	thread: byReference('thread', sql`reference`, sql`subject, null, state from threads`),
	address({ typed, most }) {
		const lower = typed.toLowerCase();
		return sql`
			select 'address', address, address = ${lower}, uid, null, null, device from (
				select address, uid, max(device) as device from sign_in_places
				where ${begins(sql`address`, lower)} group by address, uid order by address using ~<~, uid limit ${most}
			) places
		`;
	},
};

function byReference(kind: SearchKind, column: RawBuilder<unknown>, rest: RawBuilder<unknown>) {
	return ({ typed, most }: Look) => {
		const reference = /^[wcs](-|$)/i.test(typed) ? typed.toUpperCase() : typed;
		return sql`
			select ${sql.lit(kind)}, ${column}, ${column} = ${reference}, uid, ${rest}
			where ${begins(column, reference)} order by ${column} using ~<~ limit ${most}
		`;
	};
}

function byUid(typed: string, most: number) {
	const digits = typed.replaceAll('-', '');
	if (!UUID_DIGITS.test(digits)) return sql``;
	const [from, to] = ['0', 'f'].map((filler) => digits.padEnd(32, filler));
	return sql`
		union all
		(select uid, ${from === to} from users where uid between ${from}::uuid and ${to}::uuid order by uid limit ${most})
	`;
}

/** Returns exact matches first. @param look `most` limits the hits per kind. */
export async function selectHits(db: Database, kinds: readonly SearchKind[], look: Look): Promise<Hit[]> {
	const found = kinds.map((kind) => sql`(${finders[kind](look)})`);
	if (found.length === 0) return [];
	return rowsOf<Hit>(db)`
		select h.kind, h.id, h.is_whole as "isWhole", h.uid, a.name, a.email, u.roblox_username as "gameName", h.called,
			h.amount::bigint as amount, h.note
		from (${sql.join(found, sql` union all `)}) h (kind, id, is_whole, uid, called, amount, note)
		left join users u on u.uid = h.uid left join auth_user a on a.id = h.uid
		order by h.is_whole desc, array_position(${kinds}::text[], h.kind), h.id, h.uid
	`;
}
