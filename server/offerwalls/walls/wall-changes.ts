import { callError } from '../../../contract/refusals.ts';
import type { ActionDeps } from '../../accounts/with-audit.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { Database } from '../../lib/db/database.ts';
import { followChanges, type LiveHub, serialized } from '../../lib/live-hub.ts';
import { StartProblem } from '../../lib/start-problem.ts';
import { type OpenWall, openSavedWall, type SavedWallDeps } from '../saved-walls/open-saved-wall.ts';
import { selectWallRows, type WallRow } from '../saved-walls/store-saved-walls.ts';
import { selectTerms } from '../terms/store-terms.ts';
import type { WallChange } from './store-walls.ts';
import type { Wall, WallSettings } from './wall.ts';

export const OFFERWALLS_CHANGED = 'offerwalls';
const LOOK_AGAIN_MS = 5_000;

export type FindWall = (wallId: string) => Wall | undefined;

export type WallChanges = ReturnType<typeof createWallChanges>;

type Deps = SavedWallDeps & {
	db: Database;
	live: Pick<LiveHub, 'subscribe'>;
	log: Log;
	/** In display order. The array changes in place, but is complete at any time. */
	walls: readonly Wall[];
};

export type ChangeWallsDeps = ActionDeps & {
	walls: readonly Wall[];
	wallChanges: WallChanges;
	live: Pick<LiveHub, 'publish'>;
};

export async function refreshNodes({ wallChanges, live }: ChangeWallsDeps): Promise<void> {
	await wallChanges.refresh();
	live.publish(OFFERWALLS_CHANGED);
}

export function createWallChanges(deps: Deps) {
	const { db, live, log } = deps;
	const walls = deps.walls as Wall[];
	let saved = new Map<string, OpenWall>();
	let notifyListener = () => {};

	async function read(): Promise<StartProblem[]> {
		const [rows, terms] = await Promise.all([selectWallRows(db), selectTerms(db)]);
		const { opened, problems } = openAll(deps, rows, saved);
		saved = opened;
		const next = rows.flatMap((row) => {
			const one = saved.get(row.id);
			if (!one) return [];
			const unprotectedUntilMs = row.unprotectedUntil?.getTime() ?? 0;
			const settings = settingsNow(one.settings, row);
			return Object.assign(one.wall, { unprotectedUntilMs }, settings, terms.get(row.id) ?? { rates: [], boosts: [] });
		});
		const areOthers = next.length !== walls.length || next.some((wall, at) => wall !== walls[at]);
		walls.splice(0, walls.length, ...next);
		if (areOthers) notifyListener();
		return problems;
	}

	const readNow = serialized(read);

	async function refresh(): Promise<void> {
		for (const { message } of await readNow()) log.error({ problem: message }, "couldn't load an offerwall");
	}

	const every = { everyMs: LOOK_AGAIN_MS, what: 'offerwall changes' };
	const { close } = followChanges({ live, log, name: OFFERWALLS_CHANGED, ...every, refresh });
	return {
		async start() {
			const [problem] = await readNow();
			if (problem) throw problem;
		},
		refresh,
		find: (wallId: string) => saved.get(wallId)?.wall,
		saved: (wallId: string) => saved.get(wallId),
		onOthers(listener: () => void) {
			notifyListener = listener;
		},
		close,
	};
}

/** Reuses the objects of unchanged walls. */
function openAll(deps: SavedWallDeps, rows: readonly WallRow[], known: ReadonlyMap<string, OpenWall>) {
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

export function settingsNow(settings: WallSettings, changed: WallChange): WallSettings {
	return {
		enabled: changed.enabled ?? settings.enabled,
		minAge: changed.minAge ?? settings.minAge,
		holdHours: changed.holdHours ?? settings.holdHours,
	};
}

export function wallOf({ walls }: { walls: readonly Wall[] }, id: string): Wall {
	return found(walls.find((one) => one.id === id));
}

export function savedWallOf({ wallChanges }: { wallChanges: Pick<WallChanges, 'saved'> }, id: string): OpenWall {
	return found(wallChanges.saved(id));
}

function found<Value>(value: Value | undefined): Value {
	if (value === undefined) throw callError('not-found', 'no-such-offerwall');
	return value;
}
