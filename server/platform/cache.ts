import type { Clock } from '../lib/clock.ts';

export function createCache<Value>(options: { clock: Clock; ttlMs: number; entriesMax: number }) {
	const { clock, ttlMs, entriesMax } = options;
	const entries = new Map<string, { value: Value; until: number }>();
	const loading = new Map<string, Promise<Value | undefined>>();

	function keep(key: string, value: Value): void {
		entries.delete(key);
		const oldest = entries.size >= entriesMax ? entries.keys().next() : undefined;
		if (oldest && !oldest.done) entries.delete(oldest.value);
		entries.set(key, { value, until: clock.now() + ttlMs });
	}

	function find(key: string): Value | undefined {
		const entry = entries.get(key);
		return entry && entry.until > clock.now() ? entry.value : undefined;
	}

	return {
		find,
		keep,
		/** Concurrent callers share one load. `undefined` is never cached. */
		get(key: string, load: () => Promise<Value | undefined>) {
			const found = find(key);
			if (found !== undefined) return Promise.resolve(found);
			const running = loading.get(key);
			if (running) return running;
			const started = load()
				.then((value) => {
					if (value !== undefined) keep(key, value);
					return value;
				})
				.finally(() => loading.delete(key));
			loading.set(key, started);
			return started;
		},
	};
}
