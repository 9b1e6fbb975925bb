import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

export type Store<Value> = { get(): Value; subscribe(listener: () => void): () => void };

export type WritableStore<Value> = Store<Value> & { set(value: Value): void };

export function createStore<Value>(initial: Value): WritableStore<Value> {
	let value = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => value,
		set(next) {
			if (Object.is(next, value)) return;
			value = next;
			for (const listener of [...listeners]) listener();
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** @param prerendered must match the prerendered page, for hydration */
export function useStore<Value>(store: Store<Value>, prerendered: Value): Value {
	return useSyncExternalStore(store.subscribe, store.get, () => prerendered);
}

const started = createStore(true);

/** False in a prerendered page until it is hydrated. */
export const useHasStarted = () => useStore(started, false);

/** Updates in a transition, so that user input takes precedence over live data. */
export function useStoreInPieces<Value>(store: Store<Value>): Value {
	const [read, setRead] = useState({ store, value: store.get() });
	useEffect(() => {
		const follow = () =>
			startTransition(() => {
				const value = store.get();
				setRead((before) => (before.store === store && Object.is(before.value, value) ? before : { store, value }));
			});
		const stop = store.subscribe(follow);
		follow();
		return stop;
	}, [store]);
	return read.store === store ? read.value : store.get();
}
