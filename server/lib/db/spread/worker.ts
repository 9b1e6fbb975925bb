import type { Database } from '../database.ts';
import { rowOf } from '../rows.ts';

/** Whether this is a machine that a database is spread over, beside its coordinator. */
export async function isWorker(db: Database): Promise<boolean> {
	const found = await rowOf<{ isOfCitus: boolean }>(db)`
		select to_regclass('pg_catalog.pg_dist_local_group') is not null as "isOfCitus"
	`;
	if (!found?.isOfCitus) return false;
	const row = await rowOf<{ isIt: boolean }>(db)`select groupid <> 0 as "isIt" from pg_dist_local_group`;
	return row?.isIt ?? false;
}

/** @param url where a login leads. @param place whose place it is to have. @returns the address of the same login there. */
export function atPlaceOf(place: string, url: string): string {
	return place.replace(LOGIN, LOGIN.exec(url)?.[0] ?? '');
}

const LOGIN = /^\w+:\/\/(?:[^@/]*@)?/;
