import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createDatabase, createPool, type Database } from '../../server/lib/db/database.ts';
import { EMBEDDED_DATABASE, EMBEDDED_OWNER_ROLE } from '../../server/lib/postgres/embedded-postgres.ts';

export type ServerUrls = {
	superuserUrl: string;
	ownerUrl: string;
	appUrl: string;
	/** The superuser's of the machines that the database is spread over, beside the first. */
	workerUrls?: readonly string[];
};

export type ClonedDatabase = {
	readonly app: Database;
	readonly owner: Database;
	readonly appPool: pg.Pool;
	readonly appUrl: string;
	readonly ownerUrl: string;
	/** Makes it, as its template is. The handles connect when first used, so they may be there before. */
	create(): Promise<void>;
	drop(): Promise<void>;
};

/**
 * @param poolSize connections of the application's pool: at least as many as are busy at the same moment.
 * @param template by itself a database that is migrated and empty; `template0` has no tables either.
 */
export function cloneDatabase(urls: ServerUrls, poolSize: number, template = EMBEDDED_DATABASE): ClonedDatabase {
	const name = `test_${randomBytes(6).toString('hex')}`;
	const appUrl = inDatabase(urls.appUrl, name);
	const ownerUrl = inDatabase(urls.ownerUrl, name);
	let isOver = false;
	const onError = (error: Error) => {
		// Dropping the database ends connections that are just saying goodbye.
		if (!isOver) console.error('the test database closed a connection:', error.message);
	};
	const appPool = createPool({ url: appUrl, poolSize, applicationName: 'app', onError });
	const ownerPool = createPool({ url: ownerUrl, poolSize: 2, applicationName: 'owner', onError });
	const app = createDatabase(appPool);
	const owner = createDatabase(ownerPool);
	return {
		app,
		owner,
		appPool,
		appUrl,
		ownerUrl,
		create: () =>
			onEach(
				urls,
				// Citus' own process of the template.
				...(urls.workerUrls
					? [`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`]
					: []),
				`create database ${name} template ${template} owner ${EMBEDDED_OWNER_ROLE} strategy file_copy`,
			),
		async drop() {
			isOver = true;
			await Promise.all([app.destroy(), owner.destroy()]);
			await onEach(urls, `drop database ${name} with (force)`);
		},
	};
}

async function onEach({ superuserUrl, workerUrls = [] }: ServerUrls, ...statements: string[]): Promise<void> {
	for (const url of [superuserUrl, ...workerUrls]) for (const one of statements) await asSuperuser(url, one);
}

async function asSuperuser(superuserUrl: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: superuserUrl });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}

function inDatabase(url: string, name: string): string {
	return url.replace(`/${EMBEDDED_DATABASE}?`, `/${name}?`);
}
