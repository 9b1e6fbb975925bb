import pg from 'pg';

/** Runs the statements over a connection of its own. @returns the rows of the last one. */
export async function execute<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
	const client = new pg.Client({ connectionString: url });
	// Without a listener, a lost connection would end the process.
	client.on('error', () => {});
	await client.connect();
	try {
		let rows: Row[] = [];
		for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
		return rows;
	} finally {
		await client.end();
	}
}
