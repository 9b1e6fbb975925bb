import type { ActionDeps } from '../../accounts/with-audit.ts';
import type { Database } from '../../lib/db/database.ts';
import type { LiveHub } from '../../lib/live-hub.ts';
import type { Log } from '../../lib/log.ts';
import { StartProblem } from '../../lib/start-problem.ts';
import { type OpenWall, openSavedWall, type SavedWallDeps } from '../saved-walls/open-saved-wall.ts';
import { type SavedRow, selectWallRows, type WallRow } from '../saved-walls/store-saved-walls.ts';
import { selectTerms } from '../terms/store-terms.ts';
import type { Wall, WallSettings } from './wall.ts';

export const OFFERWALLS_CHANGED = 'offerwalls';
const LOOK_AGAIN_MS = 5_000;
const LAST = Number.MAX_SAFE_INTEGER;

export type FindWall = (wallId: string) => Wall | undefined;

export type WallChanges = {
	/** The first time. @throws StartProblem for a wall of the database that cannot be opened. */
	start(): Promise<void>;
	/** Reads what has been changed by the time that it is called. One that cannot be opened stays as it was. */
	refresh(): Promise<void>;
	find: FindWall;
	/** As file or entry say, before what was changed beside them. */
	inFile(wall: Wall): WallSettings;
	isOfFile(wallId: string): boolean;
	/** One of the database, as it is known here. */
	saved(wallId: string): OpenWall | undefined;
	/** Kept in the database under an id of the file, so that it is not in force. */
	isShadowed(wallId: string): boolean;
	/** Calls it whenever other walls are there than before. */
	onOthers(listener: () => void): void;
	close(): void;
};

type Deps = SavedWallDeps & {
	db: Database;
	live: Pick<LiveHub, 'subscribe'>;
	log: Log;
	/** Those of the file. Here the list is kept, with those of the database: it changes in place, and is always whole. */
	walls: readonly Wall[];
};

/** What changes of walls by admins need. */
export type ChangeWallsDeps = ActionDeps & {
	walls: readonly Wall[];
	wallChanges: WallChanges;
	live: Pick<LiveHub, 'publish'>;
};

/** Makes every node read its walls again, this one before the promise resolves. */
export async function refreshNodes({ wallChanges, live }: ChangeWallsDeps): Promise<void> {
	await wallChanges.refresh();
	live.publish(OFFERWALLS_CHANGED);
}

/** Keeps this node's walls as admins changed them on any node; looks every few seconds, as a wake can be lost. */
export function createWallChanges(deps: Deps): WallChanges {
	const { db, live, log } = deps;
	const walls = deps.walls as Wall[];
	const ofFile = [...walls];
	const base = new Map(ofFile.map((wall) => [wall.id, settingsOf(wall)]));
	const fileIds = new Set(base.keys());
	let saved = new Map<string, OpenWall>();
	let shadowed = new Set<string>();
	let byId = new Map(walls.map((wall) => [wall.id, wall]));
	let told = () => {};

	/** @returns why a wall could not be opened, each. */
	async function read(): Promise<StartProblem[]> {
		const [rows, terms] = await Promise.all([selectWallRows(db), selectTerms(db)]);
		const kept = rows.flatMap((row) => savedIn(row) ?? []);
		shadowed = new Set(kept.map(({ id }) => id).filter((id) => fileIds.has(id)));
		const own = kept.filter(({ id }) => !fileIds.has(id));
		const { opened, problems } = openAll(deps, own, saved);
		saved = opened;
		for (const [id, { wall }] of saved) {
			if (!base.has(id) || byId.get(id) !== wall) base.set(id, settingsOf(wall));
		}
		const changes = new Map(rows.map((row) => [row.wall, row]));
		const next = inOrder([...ofFile, ...[...saved.values()].map(({ wall }) => wall)], changes);
		for (const wall of next) {
			const settings = settingsNow(base.get(wall.id) as WallSettings, changes.get(wall.id));
			Object.assign(wall, settings, terms.get(wall.id) ?? { rates: [], boosts: [] });
		}
		const areOthers = next.length !== walls.length || next.some((wall, at) => wall !== walls[at]);
		walls.splice(0, walls.length, ...next);
		byId = new Map(next.map((wall) => [wall.id, wall]));
		if (areOthers) told();
		return problems;
	}

	let running: Promise<StartProblem[]> | undefined;
	let after: Promise<StartProblem[]> | undefined;

	/** One after the other, so that nothing older takes the place of what is newer. */
	function readNow(): Promise<StartProblem[]> {
		if (!running) {
			running = read().finally(() => {
				running = undefined;
			});
			return running;
		}
		const again = () => {
			after = undefined;
			return readNow();
		};
		after ??= running.then(again, again);
		return after;
	}

	async function refresh(): Promise<void> {
		for (const { message } of await readNow()) log.error({ problem: message }, 'an offerwall could not be opened');
	}

	const look = () => void refresh().catch((error) => log.warn({ err: error }, 'changes of offerwalls were not read'));
	const stopListening = live.subscribe(OFFERWALLS_CHANGED, look);
	const timer = setInterval(look, LOOK_AGAIN_MS);
	timer.unref();
	return {
		async start() {
			const [problem] = await readNow();
			if (problem) throw problem;
		},
		refresh,
		find: (wallId) => byId.get(wallId),
		inFile: (wall) => base.get(wall.id) ?? settingsOf(wall),
		isOfFile: (wallId) => fileIds.has(wallId),
		saved: (wallId) => saved.get(wallId),
		isShadowed: (wallId) => shadowed.has(wallId),
		onOthers(listener) {
			told = listener;
		},
		close() {
			clearInterval(timer);
			stopListening();
		},
	};
}

/** What is known already is opened once: a wall stays the same one until its entry is another. */
function openAll(deps: SavedWallDeps, rows: readonly SavedRow[], known: ReadonlyMap<string, OpenWall>) {
	const opened = new Map<string, OpenWall>();
	const problems: StartProblem[] = [];
	for (const row of rows) {
		const before = known.get(row.id);
		try {
			opened.set(row.id, before?.version === row.version ? before : openSavedWall(deps, row));
		} catch (error) {
			if (!(error instanceof StartProblem)) throw error;
			problems.push(error);
			if (before) opened.set(row.id, before);
		}
	}
	return { opened, problems };
}

function savedIn({ wall: id, version, entry, secrets }: WallRow): SavedRow | undefined {
	if (version === null || entry === null || secrets === null) return undefined;
	return { id, version, entry, secrets };
}

function inOrder(walls: readonly Wall[], changes: ReadonlyMap<string, WallRow>): Wall[] {
	const placeOf = ({ id }: Wall) => changes.get(id)?.position ?? LAST;
	return walls.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function settingsOf({ enabled, minAge, holdHours }: Wall): WallSettings {
	return { enabled, minAge, holdHours };
}

function settingsNow(entry: WallSettings, changed: WallRow | undefined): WallSettings {
	return {
		enabled: changed?.enabled ?? entry.enabled,
		minAge: changed?.minAge ?? entry.minAge,
		holdHours: changed?.holdHours ?? entry.holdHours,
	};
}
