import type { LiveHub } from './live-hub.ts';
import type { Log } from './log.ts';

type Followed = {
	live: Pick<LiveHub, 'subscribe'>;
	log: Pick<Log, 'warn'>;
	/** Published by the node that made a change. */
	name: string;
	everyMs: number;
	what: string;
	refresh: () => Promise<unknown>;
};

/** Refreshes what other nodes change: at each notification and, because one may be lost, at intervals. */
export function followChanges({ live, log, name, everyMs, what, refresh }: Followed) {
	const look = () => void refresh().catch((err) => log.warn({ err }, `couldn't load ${what}`));
	const stopListening = live.subscribe(name, look);
	const timer = setInterval(look, everyMs).unref();
	return {
		look,
		close() {
			clearInterval(timer);
			stopListening();
		},
	};
}

/** Calls during a run share the next one, so that no older result replaces a newer one. */
export function serialized<Result>(run: () => Promise<Result>): () => Promise<Result> {
	let running: Promise<Result> | undefined;
	let after: Promise<Result> | undefined;
	return function runNow(): Promise<Result> {
		if (!running) {
			running = run().finally(() => {
				running = undefined;
			});
			return running;
		}
		const again = (): Promise<Result> => {
			after = undefined;
			return runNow();
		};
		after ??= running.then(again, again);
		return after;
	};
}
