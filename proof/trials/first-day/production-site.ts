import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';
import { runProgram } from '../../../e2e/support/product.ts';
import { brandingSettings, loadConfig } from '../../../server/app/config.ts';
import { startEmbeddedPostgres } from '../../../server/lib/postgres/embedded-postgres.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { run } from '../run.ts';

const secretOf = (name: string) => createHash('sha256').update(name).digest('base64url');
const VENDOR_KEY = secretOf('vendor');
const CERTIFICATE =
	'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost';

export const OWNER = { email: 'owner@rewards.example', password: secretOf('owner') };
export const WALL = { id: 'first-wall', secret: secretOf('wall') };

export default async function startProductionSite(): Promise<() => Promise<void>> {
	await using opened = new AsyncDisposableStack();
	const { path: folder } = opened.use(await mkdtempDisposable(join(tmpdir(), 'lootpass-e2e-')));
	const { appUrl, ownerUrl, ...postgres } = await startEmbeddedPostgres({
		dataDir: folder,
		log: () => {},
		durable: false,
	});
	opened.defer(postgres.stop);
	await postgres.serve();
	const pemFile = join(folder, 'tls.pem');
	await run('openssl', [...CERTIFICATE.split(' '), '-keyout', pemFile, '-out', pemFile]);
	const pem = await readFile(pemFile);
	const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
	const [url, worldUrl] = [await endTls(port, pem, opened), await endTls(sandboxPort, pem, opened)];
	const common = {
		PATH: process.env.PATH,
		NODE_EXTRA_CA_CERTS: pemFile,
		// Identical branding, so that pages are prepared once.
		...brandingSettings(loadConfig({})),
	};
	const sandbox = {
		SANDBOX_PORT: String(sandboxPort),
		SANDBOX_SMTP_PORT: String(smtpPort),
		PRODUCT_URL: url,
		SANDBOX_WALL_ID: WALL.id,
		SANDBOX_WALL_SECRET: WALL.secret,
		SANDBOX_VENDOR_KEY: VENDOR_KEY,
	};
	opened.defer(await runProgram('sandbox/main.ts', 'listens on', { ...common, ...sandbox }));
	const platform = ['USERS', 'THUMBNAILS', 'GAMES', 'APIS'].map((name) => [`PLATFORM_${name}_URL`, worldUrl]);
	const product = {
		...Object.fromEntries(platform),
		NODE_ENV: 'production',
		PORT: String(port),
		PUBLIC_URL: url,
		DATA_DIR: join(folder, 'site'),
		DATABASE_URL: appUrl,
		DATABASE_OWNER_URL: ownerUrl,
		APP_SECRET: secretOf('app'),
		ADMIN_EMAIL: OWNER.email,
		ADMIN_PASSWORD: OWNER.password,
		REQUIRE_ADMIN_TOTP: 'on',
		PAYOUT_VENDOR: 'rbxcrate',
		RBXCRATE_API_KEY: VENDOR_KEY,
		RBXCRATE_URL: `${worldUrl}/rbxcrate/api`,
		SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
		MAIL_FROM: 'Rewards <no-reply@rewards.example>',
	};
	opened.defer(await runProgram('server/main.ts', 'is ready.', { ...common, ...product }));
	process.env.E2E_PRODUCT_URL = url;
	process.env.E2E_SANDBOX_URL = `http://localhost:${sandboxPort}`;
	process.env.E2E_DATA_DIR = folder;
	const running = opened.move();
	return () => running.disposeAsync();
}

async function endTls(port: number, pem: Buffer, opened: AsyncDisposableStack): Promise<string> {
	const server = createServer({ key: pem, cert: pem }, (outer) => {
		pipeline(outer, connect(port, '127.0.0.1'), outer, () => outer.destroy());
	});
	const own = await freePort();
	await once(server.listen(own, 'localhost'), 'listening');
	opened.defer(() => void server.close());
	return `https://localhost:${own}`;
}
