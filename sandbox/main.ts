import { createSandbox } from './app.ts';
import { readSettings } from './settings.ts';

try {
	await start();
} catch (error) {
	console.error(`The sandbox can't start: ${sentenceFor(error)}`);
	process.exit(1);
}

async function start(): Promise<void> {
	const sandbox = await createSandbox(readSettings(process.env));
	const stop = () => void sandbox.close().then(() => process.exit(0));
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	// The channel closes however the product ends, and the sandbox must end with it.
	process.once('disconnect', stop);
	if (process.send) process.send('ready');
	else console.log(`The sandbox listens on ${sandbox.url}`);
}

function sentenceFor(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { code, port } = error as NodeJS.ErrnoException & { port?: number };
	const setting = String(port) === process.env.SANDBOX_SMTP_PORT ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT';
	if (code === 'EADDRINUSE')
		return `port ${port} is in use. Stop the program that uses it, or set ${setting} to a free port.`;
	if (code === 'EACCES') return `this user may not use port ${port}. Set SANDBOX_PORT to a port above 1023.`;
	return error.message;
}
