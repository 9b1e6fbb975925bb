import { startRealServer } from '../../../test/sites/real-server.ts';
import { freePort } from '../../../test/support/free-port.ts';
import type { ThrowawayPostgres } from '../lib/throwaway-postgres.ts';
import { PUBLIC_URL } from './partner-mix.ts';
import { productSettings } from './product-settings.ts';

type Options = { postgres: ThrowawayPostgres; processes: number; onEnd: (() => Promise<unknown>)[] };

/** The product as an operator starts it, serving from so many processes behind one port. */
export async function startSeveral({ postgres, processes, onEnd }: Options) {
	const port = await freePort();
	const server = await startRealServer({
		...(await productSettings(postgres.dataDir)),
		...{ PUBLIC_URL, SANDBOX: 'off', PAYOUT_VENDOR: 'rbxcrate' },
		...{ ROLE: 'web', PROCESSES: String(processes), HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error' },
		...{ DATABASE_URL: postgres.appUrl, DATABASE_OWNER_URL: postgres.ownerUrl },
	});
	const end = () => server.end('SIGTERM');
	onEnd.push(end);
	return { pid: server.process.pid ?? 0, port, end };
}
