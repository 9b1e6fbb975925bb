import { type Partner, SECRET } from '../../partners/partner.ts';
import type { RawParameters } from './raw-parameters.ts';

/** @returns a repeated parameter on which money depends. */
export function repeatedOf(partner: Partner, { repeated }: RawParameters): string | undefined {
	if (repeated === undefined) return undefined;
	const needed = neededBy(partner);
	return [...repeated].find((name) => needed === 'all' || needed.has(name));
}

const known = new WeakMap<Partner, ReadonlySet<string> | 'all'>();

function neededBy(partner: Partner): ReadonlySet<string> | 'all' {
	const found = known.get(partner) ?? listNeeded(partner);
	known.set(partner, found);
	return found;
}

function listNeeded(partner: Partner): ReadonlySet<string> | 'all' {
	const { parameters, signature, kinds, standing, tests = [], formats = {} } = partner;
	if (signature.scheme === 'sorted-query') return 'all';
	const { uid, transactionId, reward, payout, userShare, link, originalId, clickId } = parameters;
	const names = [
		...[uid, transactionId, reward, payout, userShare, link, originalId, clickId].filter((name) => name !== undefined),
		...('parameter' in signature ? [signature.parameter] : []),
		...(signature.scheme === 'fields' ? signature.parts.filter((part) => part !== SECRET) : []),
		...[...kinds.rules, ...tests].map(({ parameter }) => parameter),
		...Object.keys({ ...formats, ...standing?.macros }),
	];
	return new Set(names);
}
