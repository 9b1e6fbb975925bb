import { useEffect, useState } from 'react';
import { isDialogOpen } from '../../../ui/dialog.tsx';

type State = { chosen: ReadonlySet<string>; anchor?: string; base: ReadonlySet<string> };

const nothing: State = { chosen: new Set(), base: new Set() };

/** Selects rows one by one, or as a range from the last row that was selected alone. Escape clears the selection. */
export function useSelection(keys: readonly string[]) {
	const [state, setState] = useState(nothing);
	const { chosen, anchor, base } = state;
	const isAny = keys.some((key) => chosen.has(key));
	const clear = () => setState(nothing);

	function choose(key: string, isRange: boolean): void {
		const [from, to] = [keys.indexOf(anchor ?? ''), keys.indexOf(key)].sort((a, b) => a - b) as [number, number];
		if (isRange && from >= 0) {
			setState({ ...state, chosen: new Set([...base, ...keys.slice(from, to + 1)]) });
			return;
		}
		const next = new Set(chosen);
		if (!next.delete(key)) next.add(key);
		setState({ chosen: next, base: next, anchor: key });
	}

	useEffect(() => {
		if (!isAny) return;
		function press({ key, target }: KeyboardEvent): void {
			const isTyping = (target as HTMLElement).matches('input:not([type=checkbox]), select, textarea');
			if (key === 'Escape' && !isTyping && !isDialogOpen()) setState(nothing);
		}
		addEventListener('keydown', press);
		return () => removeEventListener('keydown', press);
	}, [isAny]);

	const chooseAll = () => setState({ chosen: new Set(keys), base: new Set(keys) });
	return { chosen, choose, chooseAll, clear };
}
