import { useCallback, useEffect, useRef, useState } from 'react';
import { nextMidnight } from '../ui/local-time.ts';
import { forget, keep, readKept } from './kept-figure.ts';

type MetricSource = {
	load: () => Promise<number>;
	/** Storage key of a today figure, which loads at start; others load on request. */
	keptAs?: string;
};

export type MetricState = {
	value: number | undefined;
	isLoading: boolean;
	refresh: () => void;
};

export function useMetric({ load, keptAs }: MetricSource): MetricState {
	const [value, setValue] = useState<number>();
	const [isLoading, setLoading] = useState(false);
	const source = useRef(load);
	source.current = load;
	/** Prevents a slow response from replacing a newer one. */
	const asked = useRef(0);

	const refresh = useCallback(async () => {
		asked.current += 1;
		const mine = asked.current;
		setLoading(true);
		try {
			const loaded = await source.current();
			if (mine !== asked.current) return;
			if (keptAs) keep(keptAs, loaded, Date.now());
			setValue(loaded);
		} catch (error) {
			if (mine !== asked.current) return;
			console.error('a figure could not be loaded', error);
			if (keptAs) forget(keptAs);
			setValue(undefined);
		}
		setLoading(false);
	}, [keptAs]);

	useEffect(() => {
		if (!keptAs) return;
		const kept = readKept(keptAs, Date.now());
		if (kept === undefined) void refresh();
		else setValue(kept);
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
			asked.current += 1;
			clearTimeout(timer);
		};
	}, [keptAs, refresh]);

	return { value, isLoading, refresh: () => void refresh() };
}
