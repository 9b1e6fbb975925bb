import type { Engine } from './engine.ts';

/** Without generic plans, a plan made for a nearly empty table would scan it until the next ANALYZE. */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan';

const OPEN_TRANSACTIONS = `select distinct virtualxid as id from pg_locks join pg_stat_activity using (pid)
	where locktype = 'virtualxid' and mode = 'ExclusiveLock' and pid <> pg_backend_pid() and datname = current_database()`;

export const plain: Engine = {
	begin: BEGIN,
	takesNumbersFirst: false,
	takeNumbers: () => undefined,
	holdWallets: () => undefined,
	groupOf: () => 0,
	countGroups: async () => undefined,
	partsOf: async () => [null],
	partOf: () => 'null::uuid',
	openTransactions: async () => OPEN_TRANSACTIONS,
	ddl: (text) => text,
	grants: async () => '',
};
