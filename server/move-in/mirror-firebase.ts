import { setTimeout as sleep } from 'node:timers/promises';
import { type RobuxCents, robuxToWire } from '../../contract/money.ts';
import { aliasDigest } from '../accounts/external-ids/external-ids.ts';
import { cellsOf, type Database, rowsOf } from '../lib/db/database.ts';
import { reasonOf, StartProblem } from '../lib/start-problem.ts';
import type { ImportDeps } from './import-accounts.ts';
import { MIRRORED } from './plan-move.ts';
import { fieldOf } from './sources/document-values.ts';
import type { DocumentWrite, Firebase } from './sources/read-firebase.ts';
import type { Mapping } from './sources/source.ts';

type MirroredRow = {
	id: string;
	balance: RobuxCents;
	username: string | null;
	avatarUrl: string | null;
	lastAccess: Date | null;
};

/** Leaves out accounts whose balance still changes at the source. */
async function selectToMirror(db: Database, project: string): Promise<MirroredRow[]> {
	return rowsOf<MirroredRow>(db)`
		select e.id, w.balance, u.roblox_username as username, u.avatar_url as "avatarUrl", u.last_access as "lastAccess"
		from external_ids e join users u using (uid) join wallets w using (uid) left join imported_accounts i using (uid)
		where e.source = ${`firebase/${project}`} and not e.is_digest and strpos(e.id, '/') = 0
			and (i.final_at is not null or i.uid is null)
			and exists (select 1 from imported_accounts where project = ${project} and final_at is not null)
	`;
}

async function selectDeletedIds(db: Database, digests: readonly string[]): Promise<string[]> {
	return cellsOf<string>(db)`select id from external_ids where is_digest and id = any(${digests})`;
}

type MirrorOptions = { mapping: Mapping; untilMs: number; onRound: (text: string) => void };
type MirrorDeps = Pick<ImportDeps, 'db' | 'clock' | 'memory'>;

const EVERY_MS = 10_000;
const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** Writes changed user documents, and deletes those of deleted accounts. */
export async function mirrorFirebase(
	deps: MirrorDeps,
	target: Firebase,
	{ mapping: { users }, untilMs, onRound }: MirrorOptions,
): Promise<void> {
	const { collection, balance, last_access, username } = users;
	const names = { robux: balance, last_access, roblox_username: username };
	const odd = Object.values(names).find((name) => !PLAIN_NAME.test(name));
	if (odd) throw new StartProblem(`Can't mirror the field ${odd}: only letters, digits and _ are possible.`);
	const known = new Map<string, string>();
	let hasTimestamps = false;
	for await (const { id, data } of target.documents(collection)) {
		hasTimestamps ||= fieldOf(data, last_access) instanceof Date;
		known.set(id, '');
	}

	function fieldsOf({ balance, lastAccess: at, username, avatarUrl }: MirroredRow): Record<string, object> {
		return {
			[names.robux]: { doubleValue: robuxToWire(balance) },
			...(username && { [names.roblox_username]: { stringValue: username } }),
			...(avatarUrl && { avatar_url: { stringValue: avatarUrl } }),
			...(at && {
				[names.last_access]: hasTimestamps ? { timestampValue: at } : { integerValue: String(at.getTime()) },
			}),
		};
	}

	async function mirrorOnce(): Promise<void> {
		const rows = await selectToMirror(deps.db, target.project);
		const writes: DocumentWrite[] = [];
		const next = new Map<string, string>();
		for (const row of rows) {
			const fields = fieldsOf(row);
			next.set(row.id, JSON.stringify(fields));
			if (known.get(row.id) === next.get(row.id)) continue;
			const mark = { timestampValue: new Date(deps.clock.now()).toISOString() };
			writes.push({ id: row.id, fields: { ...fields, [MIRRORED]: mark } });
		}
		const others = new Map(
			[...known.keys()].flatMap((id) => (next.has(id) ? [] : [[aliasDigest(deps.memory, id), id]])),
		);
		const deleted = await selectDeletedIds(deps.db, [...others.keys()]);
		for (const digest of deleted) writes.push({ id: others.get(digest) ?? '', fields: undefined });
		await target.write(collection, writes);
		known.clear();
		for (const [id, text] of next) known.set(id, text);
		if (writes.length > 0) onRound(`${writes.length} documents written`);
	}

	for (let isFirst = true; ; isFirst = false) {
		await mirrorOnce().catch((error) => {
			if (isFirst) throw error;
			onRound(`failed, trying again: ${reasonOf(error)}`);
		});
		if (deps.clock.now() >= untilMs) return;
		await sleep(Math.min(EVERY_MS, untilMs - deps.clock.now()));
	}
}
