import { sql } from 'kysely';
import type { Database } from '../lib/db/database.ts';
import type { MovePlan } from './plan-move.ts';
import { amountOf, fieldOf, msOf, textOf } from './sources/document-values.ts';
import type { Mapping, Source, SourceDocument } from './sources/source.ts';

type Entry = {
	user: string;
	id: string;
	kind: 'reward' | 'withdrawal';
	at: Date;
	amount: number;
	name: string | undefined;
	source?: string | undefined;
	transactionId: string | undefined;
	status?: 'requested' | 'completed' | 'failed';
	refunded?: boolean;
};

type Fields = Mapping['rewards'][number] | Mapping['withdrawals'][number];

function readEntry({ id, data, parent }: SourceDocument, fields: Fields): Entry | undefined {
	const field = (name: string) => textOf(fieldOf(data, name));
	const raw = fieldOf(data, fields.amount);
	const { cents, problem } = amountOf(typeof raw === 'number' ? Math.abs(raw) : raw);
	const [user, atMs] = [field(fields.user) ?? parent, msOf(fieldOf(data, fields.at))];
	if (!user || atMs === undefined || (problem && cents === 0)) return undefined;
	const entry = {
		...{ user, id: `${fields.collection}/${textOf(id)}`, at: new Date(atMs), name: field(fields.name) },
		...{ amount: Number(raw) < 0 ? -cents : cents, transactionId: field(fields.transaction) },
	};
	if ('source' in fields) return { ...entry, kind: 'reward', source: field(fields.source) };
	const word = field(fields.status)?.toLowerCase() ?? '';
	const refunded = fieldOf(data, fields.refunded) === true || fields.failed.split(',').includes(word);
	const ended = fields.paid.split(',').includes(word) ? 'completed' : 'requested';
	return { ...entry, kind: 'withdrawal', status: refunded ? 'failed' : ended, refunded };
}

const BATCH = 2_000;

/** Adds to `problems`. @returns how many entries can be imported. */
export async function importHistories(
	source: Pick<Source, 'documents'>,
	{ rewards, withdrawals }: Mapping,
	isKnown: (user: string) => boolean,
	problems: MovePlan['problems'],
	write: (rows: readonly Entry[]) => Promise<void> = async () => {},
): Promise<number> {
	let found = 0;
	const rows: Entry[] = [];
	for (const fields of [...rewards, ...withdrawals]) {
		for await (const document of source.documents(fields.collection)) {
			const entry = readEntry(document, fields);
			const id = `${fields.collection}/${document.id}`;
			if (!entry) problems.push({ id, problem: 'a history entry without user, time or amount' });
			else if (!isKnown(entry.user)) problems.push({ id, problem: 'a history entry without an imported account' });
			else {
				found += 1;
				if (entry.status === 'requested') {
					const amount = (Math.abs(entry.amount) / 100).toFixed(2);
					const problem = `an open withdrawal of ${amount} R$ by ${entry.user}: pay or return it by hand`;
					problems.push({ id, problem });
				}
				if (rows.push(entry) === BATCH) await write(rows.splice(0));
			}
		}
	}
	if (rows.length > 0) await write(rows);
	return found;
}

export async function insertHistory(db: Database, here: ReadonlyMap<string, { uid: string }>, rows: readonly Entry[]) {
	const given = rows.map((row) => ({ ...row, uid: here.get(row.user)?.uid }));
	const uids = [...new Set(given.map(({ uid }) => uid))];
	await sql`
		insert into imported_history as h (uid, id, kind, at, amount, name, source, transaction_id, status, refunded)
		select distinct on (uid, id) uid, id, kind, at, amount, name, source, "transactionId", status, coalesce(refunded, false)
		from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (uid uuid, id text, kind text, at timestamptz,
			amount bigint, name text, source text, "transactionId" text, status text, refunded boolean)
		where uid in (select uid from wallets where uid = any(${uids}::uuid[]) and closed_at is null)
		on conflict (uid, id) do update set status = excluded.status, refunded = excluded.refunded
			where not h.settled and (h.status, h.refunded) is distinct from (excluded.status, excluded.refunded)
	`.execute(db);
}
