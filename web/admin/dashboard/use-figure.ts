import { useCallback, useEffect, useRef, useState } from 'react';
import { nextMidnight } from '../ui/local-time.ts';
import { forget, keep, readKept } from './kept-figure.ts';

type MetricSource = {
	load: () => Promise<number>;
	/** The key under which a figure of today is kept until midnight. It is loaded at start, the others when asked. */
	keptAs?: string;
};

export type MetricState = {
	/** Undefined: not loaded yet, or loading it failed. */
	value: number | undefined;
	isLoading: boolean;
	refresh: () => void;
};

/** One of the dashboard's figures (specification section 4). A failure is logged, and the figure is as before it was loaded. */
export function useMetric({ load, keptAs }: MetricSource): MetricState {
	const [value, setValue] = useState<number>();
	const [isLoading, setLoading] = useState(false);
	const source = useRef(load);
	source.current = load;
	/** Counts what was asked for, so that a slow answer never replaces a later one. */
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
