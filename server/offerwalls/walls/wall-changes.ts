import type { Database } from '../../lib/db/database.ts';
import type { LiveHub } from '../../lib/live-hub.ts';
import type { Log } from '../../lib/log.ts';
import { selectWallChanges } from './store-walls.ts';
import type { Wall, WallSettings } from './wall.ts';

export const OFFERWALLS_CHANGED = 'offerwalls';
const LOOK_AGAIN_MS = 5_000;

export type WallChanges = {
	refresh(): Promise<void>;
	inFile(wallId: string): WallSettings | undefined;
	close(): void;
};

/** Keeps this node's walls as admins changed them on any node; looks every few seconds, as a wake can be lost. */
export function createWallChanges({
	db,
	live,
	log,
	walls,
}: {
	db: Database;
	live: Pick<LiveHub, 'subscribe'>;
	log: Log;
	walls: readonly Wall[];
}): WallChanges {
	const inFile = new Map(
		walls.map(({ id, enabled, minAge, holdHours }): [string, WallSettings] => [id, { enabled, minAge, holdHours }]),
	);

	async function refresh(): Promise<void> {
		const changes = await selectWallChanges(db);
		for (const wall of walls) {
			const file = inFile.get(wall.id) as WallSettings;
			const changed = changes.get(wall.id);
			wall.enabled = changed?.enabled ?? file.enabled;
			wall.minAge = changed?.minAge ?? file.minAge;
			wall.holdHours = changed?.holdHours ?? file.holdHours;
		}
	}

	const look = () => void refresh().catch((error) => log.warn({ err: error }, 'changes of offerwalls were not read'));
	const stopListening = live.subscribe(OFFERWALLS_CHANGED, look);
	const timer = setInterval(look, LOOK_AGAIN_MS);
	timer.unref();
	return {
		refresh,
		inFile: (wallId) => inFile.get(wallId),
		close() {
			clearInterval(timer);
			stopListening();
		},
	};
}
