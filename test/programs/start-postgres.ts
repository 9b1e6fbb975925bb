import { startEmbeddedPostgres } from '../../server/lib/postgres/embedded-postgres.ts';

// A killable child process. Prints `READY {json}` or `REFUSED {message}`, stops on SIGTERM.
const [dataDir = ''] = process.argv.slice(2);
try {
	const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => console.log(`LOG ${line}`), durable: false });
	await postgres.serve();
	process.once('SIGTERM', () => void postgres.stop());
	process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'));
	if ('unref' in process.stdin) process.stdin.unref();
	process.once('SIGUSR2', () => {
		throw new Error('a defect');
	});
	console.log(`READY ${JSON.stringify({ ownerUrl: postgres.ownerUrl })}`);
} catch (error) {
	console.log(`REFUSED ${(error as Error).message}`);
	process.exitCode = 1;
}
