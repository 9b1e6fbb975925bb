import { sql } from 'kysely';

/**
 * SQL after `with recursive`: all walls with earnings, by one index probe for each wall. A spread database reads them from
 * a query `buckets`.
 */
export const wallsEver = sql`walls (wall) as (/*one*/
	select min(wall) from earnings_buckets
	union all
	select (select min(wall) from earnings_buckets b where b.wall > walls.wall) from walls where walls.wall is not null
/*many select distinct wall from buckets*/)`;
