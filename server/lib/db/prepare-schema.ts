import type pg from 'pg';
import { installJobs } from '../jobs/jobs.ts';
import { createDatabase } from './database.ts';
import { laterMigrations, migrate } from './migrate.ts';
import { prepareRoles, type RoleOptions, type RolesPrepared, requireServerVersion } from './roles.ts';

/** Repeatable; several nodes may run it at once. */
export async function prepareSchema(
	ownerPool: pg.Pool,
	options: Omit<RoleOptions, 'keepsGrants'>,
): Promise<RolesPrepared & { applied: string[] }> {
	const owner = createDatabase(ownerPool);
	await requireServerVersion(owner);
	const applied = await migrate(owner);
	await installJobs(ownerPool);
	const later = await laterMigrations(owner);
	// Nodes of a later version may need that version's grants.
	const roles = await prepareRoles(owner, { ...options, keepsGrants: later.length > 0 });
	if (later.length === 0) return { ...roles, applied };
	const notice = `A later version has migrated this database (${later.join(', ')}). Running this older version is only meant for a short time.`;
	return { ...roles, warning: [roles.warning, notice].filter(Boolean).join(' '), applied };
}
