import { AGE_MIN_YEARS } from '../../../contract/limits.ts';
import type { IsServed } from '../../accounts/sign-in/served-country.ts';
import { selectBirthYear } from '../../accounts/store.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/callers.ts';
import type { FindCountry } from '../../lib/network-table.ts';
import type { Visitor } from './catalogue.ts';

export type VisitorDeps = DbDeps & { findCountry: FindCountry; isServed: IsServed };

export type VisitorCaller = { actor: Pick<Actor, 'uid'>; ip: string };

export async function findVisitor(
	{ db, clock, findCountry, isServed }: VisitorDeps,
	{ actor: { uid }, ip }: VisitorCaller,
): Promise<Visitor> {
	const birthYear = await selectBirthYear(db, uid);
	const youngest = birthYear === undefined ? 0 : new Date(clock.now()).getUTCFullYear() - birthYear - 1;
	// The birth year gives only the youngest possible age, but no user is below the minimum.
	const age = Math.max(youngest, AGE_MIN_YEARS);
	return { age, country: findCountry(ip), isServed: isServed(ip) };
}
