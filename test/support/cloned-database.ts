import { randomBytes } from 'node:crypto';
import { createDatabase, createPool, sqlState } from '../../server/lib/db/database.ts';
import { EMBEDDED_DATABASE, EMBEDDED_OWNER_ROLE } from '../../server/lib/postgres/embedded-postgres.ts';
import { execute } from './execute.ts';

export type ServerUrls = { superuserUrl: string; ownerUrl: string; appUrl: string; workerUrls?: readonly string[] };

export type ClonedDatabase = ReturnType<typeof cloneDatabase>;

const OBJECT_IN_USE = '55006';
const TIMES_TO_TRY = 5;

export function cloneDatabase(urls: ServerUrls, poolSize: number, template = EMBEDDED_DATABASE) {
	const name = `test_${randomBytes(6).toString('hex')}`;
	const appUrl = inDatabase(urls.appUrl, name);
	const ownerUrl = inDatabase(urls.ownerUrl, name);
	let isOver = false;
	const onError = (error: Error) => {
		// Errors are expected during the drop, which ends closing connections.
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
		ownerPool,
		appUrl,
		ownerUrl,
		/** Handles connect on first use, so they can exist before the database. */
		create: () =>
			onEach(urls, `create database ${name} template ${template} owner ${EMBEDDED_OWNER_ROLE} strategy file_copy`, {
				unused: urls.workerUrls && template,
			}),
		async drop() {
			isOver = true;
			await Promise.all([app.destroy(), owner.destroy()]);
			await onEach(urls, `drop database ${name} with (force)`);
		},
	};
}

/** @param unused an idle database, to which Citus processes may reconnect */
async function onEach(
	{ superuserUrl, workerUrls = [] }: ServerUrls,
	statement: string,
	{ unused }: { unused?: string | undefined } = {},
): Promise<void> {
	const emptied = unused && `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${unused}'`;
	for (const url of [superuserUrl, ...workerUrls]) {
		for (let attempt = 1; ; attempt += 1) {
			try {
				await execute(url, ...(emptied ? [emptied] : []), statement);
				break;
			} catch (error) {
				const isUsedAgain = emptied && sqlState(error) === OBJECT_IN_USE;
				if (!isUsedAgain || attempt >= TIMES_TO_TRY) throw error;
			}
		}
	}
}

const inDatabase = (url: string, name: string): string => url.replace(`/${EMBEDDED_DATABASE}?`, `/${name}?`);
