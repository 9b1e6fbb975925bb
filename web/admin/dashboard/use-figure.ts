import { useCallback, useEffect, useRef, useState } from 'react';
import { nextMidnight } from '../ui/local-time.ts';
import { forget, keep, readStored } from './stored-figure.ts';

type MetricSource = {
	load: () => Promise<number>;
	/** Storage key of a figure for today, which loads at start; others load on request. */
	storageKey?: string;
};

export type MetricState = { value: number | undefined; isLoading: boolean; refresh: () => void };

export function useMetric({ load, storageKey }: MetricSource): MetricState {
	const [value, setValue] = useState<number>();
	const [isLoading, setLoading] = useState(false);
	const source = useRef(load);
	source.current = load;
	const latest = useRef(0);

	const refresh = useCallback(async () => {
		latest.current += 1;
		const mine = latest.current;
		setLoading(true);
		try {
			const loaded = await source.current();
			if (mine !== latest.current) return;
			if (storageKey) keep(storageKey, loaded, Date.now());
			setValue(loaded);
		} catch (error) {
			if (mine !== latest.current) return;
			console.error('a figure could not be loaded', error);
			if (storageKey) forget(storageKey);
			setValue(undefined);
		}
		setLoading(false);
	}, [storageKey]);

	useEffect(() => {
		if (!storageKey) return;
		const stored = readStored(storageKey, Date.now());
		if (stored === undefined) void refresh();
		else setValue(stored);
		let timer: ReturnType<typeof setTimeout>;
		const awaitMidnight = () => {
			const now = Date.now();
			timer = setTimeout(() => {
				void refresh();
				awaitMidnight();
			}, nextMidnight(now) - now);
		};
		awaitMidnight();
		return () => {
			latest.current += 1;
			clearTimeout(timer);
		};
	}, [storageKey, refresh]);

	return { value, isLoading, refresh: () => void refresh() };
}
