import type pg from 'pg';
import { installJobs } from '../jobs/jobs.ts';
import { createDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { prepareRoles, type RoleOptions, type RolesPrepared, requireServerVersion } from './roles.ts';

/**
 * Brings tables, job runner and privileges to this version. Repeatable, on several nodes at once. Does not end the pool.
 * @param ownerPool connects as the role that owns the tables.
 * @throws StartProblem when the server is too old or the privileges cannot be had; Error when a migration fails.
 */
export async function prepareSchema(
	ownerPool: pg.Pool,
	options: RoleOptions,
): Promise<RolesPrepared & { applied: string[] }> {
	const owner = createDatabase(ownerPool);
	await requireServerVersion(owner);
	const applied = await migrate(owner);
	await installJobs(ownerPool);
	const roles = await prepareRoles(owner, options);
	return { ...roles, applied };
}
