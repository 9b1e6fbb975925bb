import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brandingSettings, loadConfig } from '../../server/app/config.ts';
import { createDatabase, createPool, type Database } from '../../server/lib/db/database.ts';
import { startEmbeddedPostgres } from '../../server/lib/postgres/embedded-postgres.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type Addresses, runProgram } from './product.ts';

export type ProductionSite = Addresses & {
	admin: { email: string; password: string };
	wallSecret: string;
	database: Database;
	stop: () => Promise<void>;
};

/** Starts an empty site in production mode. The outside world is simulated by a separate program behind the same TLS proxy. */
export async function startProductionSite(): Promise<ProductionSite> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-e2e-'));
	const stops: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
	const stop = async () => {
		for (const each of stops.reverse()) await each();
	};
	try {
		return { ...(await startParts(folder, stops)), stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function startParts(folder: string, stops: (() => unknown)[]): Promise<Omit<ProductionSite, 'stop'>> {
	const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {}, durable: false });
	stops.push(postgres.stop);
	const pool = createPool({ url: postgres.ownerUrl, poolSize: 1, applicationName: 'journeys', onError: () => {} });
	stops.push(() => pool.end());
	const certificate = await makeCertificate(folder);
	const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
	const [site, world] = [await proxyTo(port, certificate), await proxyTo(sandboxPort, certificate)];
	stops.push(site.stop, world.stop);
	const admin = { email: 'owner@rewards.example', password: randomBytes(18).toString('base64url') };
	const [vendorKey, wallSecret, appSecret] = [1, 2, 3].map(() => randomBytes(32).toString('base64url')) as string[];
	const common = {
		PATH: process.env.PATH,
		NODE_EXTRA_CA_CERTS: certificate.file,
		// Identical branding, so that pages are prepared once.
		...brandingSettings(loadConfig({})),
		...(process.env.LANGUAGES && { LANGUAGES: process.env.LANGUAGES }),
	};
	const sandbox = await runProgram('sandbox/main.ts', 'listens on', {
		...common,
		SANDBOX_PORT: String(sandboxPort),
		SANDBOX_SMTP_PORT: String(smtpPort),
		PRODUCT_URL: site.url,
		SANDBOX_WALL_ID: 'first-wall',
		SANDBOX_WALL_SECRET: wallSecret,
		SANDBOX_VENDOR_KEY: vendorKey,
	});
	stops.push(sandbox.stop);
	const platform = ['USERS', 'THUMBNAILS', 'GAMES', 'APIS'].map((name) => [`PLATFORM_${name}_URL`, world.url]);
	const product = await runProgram('server/main.ts', 'is ready.', {
		...common,
		...Object.fromEntries(platform),
		NODE_ENV: 'production',
		PORT: String(port),
		PUBLIC_URL: site.url,
		TRUSTED_PROXIES: '127.0.0.1',
		DATA_DIR: join(folder, 'data'),
		DATABASE_URL: postgres.appUrl,
		DATABASE_OWNER_URL: postgres.ownerUrl,
		APP_SECRET: appSecret,
		ADMIN_EMAIL: admin.email,
		ADMIN_PASSWORD: admin.password,
		REQUIRE_ADMIN_TOTP: 'on',
		PAYOUT_VENDOR: 'rbxcrate',
		RBXCRATE_API_KEY: vendorKey,
		RBXCRATE_URL: `${world.url}/rbxcrate/api`,
		SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
		MAIL_FROM: 'Rewards <no-reply@rewards.example>',
		LOG_LEVEL: 'warn',
	});
	stops.push(product.stop);
	const sandboxUrl = `http://localhost:${sandboxPort}`;
	return { url: site.url, sandboxUrl, admin, wallSecret: wallSecret ?? '', database: createDatabase(pool) };
}

async function makeCertificate(folder: string): Promise<{ file: string; key: Buffer; cert: Buffer }> {
	const [file, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
	const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
	const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
	await promisify(execFile)('openssl', ['req', ...kind, '-keyout', keyFile, '-out', file, ...names]);
	return { file, key: await readFile(keyFile), cert: await readFile(file) };
}

async function proxyTo(port: number, { key, cert }: { key: Buffer; cert: Buffer }) {
	const server = createServer({ key, cert }, (incoming, answer) => {
		const { method, url, headers, socket } = incoming;
		const forwarded = { 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'https' };
		const outgoing = request({ port, host: '127.0.0.1', method, path: url, headers: { ...headers, ...forwarded } });
		outgoing.on('response', (response) => {
			answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
			response.pipe(answer);
		});
		outgoing.on('error', () => answer.destroy());
		answer.on('close', () => outgoing.destroy());
		incoming.pipe(outgoing);
	});
	server.listen(await freePort(), 'localhost');
	await once(server, 'listening');
	const address = server.address();
	const url = `https://localhost:${typeof address === 'object' ? address?.port : ''}`;
	return { url, stop: () => void server.close().closeAllConnections() };
}
