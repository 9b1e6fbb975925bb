import { canonicalJson } from '../../../contract/proof/canonical-json.ts';
import type { Entry } from './entry-secrets.ts';

/** Fields that send neither money nor users elsewhere. All others need two admins. */
const ALONE: ReadonlySet<string> = new Set(['name', 'countries', 'minAge', 'enabled', 'holdHours', 'rate']);

/** Secrets are among these fields, because knowing one allows forging postbacks. */
export function fieldsThatTakeTwo(before: Entry | undefined, after: Entry): string[] {
	if (!before) return ['id'];
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	const changed = names.filter((name) => !isSame(before[name], after[name]));
	const isLooser = (name: string) => {
		if (name === 'enabled') return before.enabled === false;
		if (name === 'holdHours') return Number(after.holdHours ?? 0) < Number(before.holdHours ?? 0);
		return name === 'rate' && !(Number(after.rate) < Number(before.rate));
	};
	return changed.filter((name) => !ALONE.has(name) || isLooser(name)).toSorted();
}

export function differenceOf(before: Entry | undefined, after: Entry): { before: object; after: object } {
	const names = Object.keys({ ...before, ...after }).filter((name) => !isSame(before?.[name], after[name]));
	const only = (entry: Entry | undefined) =>
		Object.fromEntries(names.flatMap((name) => (entry?.[name] === undefined ? [] : [[name, entry[name]]])));
	return { before: only(before), after: only(after) };
}

function isSame(one: unknown, other: unknown): boolean {
	if (one === undefined || other === undefined) return one === other;
	return canonicalJson(one) === canonicalJson(other);
}
