import { execute } from '../../../test/support/execute.ts';

export const TPCB_SCALE = 50;
const TELLERS_PER_BRANCH = 10;
const ACCOUNTS_PER_BRANCH = 100_000;

export const tpcbRows = {
	branches: TPCB_SCALE,
	tellers: TPCB_SCALE * TELLERS_PER_BRANCH,
	accounts: TPCB_SCALE * ACCOUNTS_PER_BRANCH,
};

/** Like `pgbench -i`, without autovacuum, which would disturb the next measurement. @returns the URL. */
export async function createTpcbDatabase(superuserUrl: string): Promise<string> {
	const name = 'tpcb';
	await execute(superuserUrl, `create database ${name}`);
	const url = superuserUrl.replace('/postgres?', `/${name}?`);
	await execute(
		url,
		`
			create table pgbench_branches (bid int not null, bbalance int, filler char(88)) with (fillfactor = 100, autovacuum_enabled = off);
			create table pgbench_tellers (tid int not null, bid int, tbalance int, filler char(84)) with (fillfactor = 100, autovacuum_enabled = off);
			create table pgbench_accounts (aid int not null, bid int, abalance int, filler char(84)) with (fillfactor = 100, autovacuum_enabled = off);
			create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22)) with (autovacuum_enabled = off);
			insert into pgbench_branches select n, 0, null from generate_series(1, ${tpcbRows.branches}) n;
			insert into pgbench_tellers
				select n, (n - 1) / ${TELLERS_PER_BRANCH} + 1, 0, null from generate_series(1, ${tpcbRows.tellers}) n;
			insert into pgbench_accounts
				select n, (n - 1) / ${ACCOUNTS_PER_BRANCH} + 1, 0, '' from generate_series(1, ${tpcbRows.accounts}) n;
			alter table pgbench_branches add primary key (bid);
			alter table pgbench_tellers add primary key (tid);
			alter table pgbench_accounts add primary key (aid);
		`,
		'vacuum analyze',
	);
	return url;
}
