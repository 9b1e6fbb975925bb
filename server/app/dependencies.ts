import type { FastifyBaseLogger } from 'fastify';
import { createIdentity, type Identity, type IdentityDeps } from '../accounts/create-identity.ts';
import { createFindByAlias } from '../accounts/external-ids/external-ids.ts';
import { createAccountMemory } from '../accounts/memory/account-memory.ts';
import { createLiveStreams } from '../accounts/profile/live-streams.ts';
import { createIsServed } from '../accounts/sign-in/served-country.ts';
import type { Backups } from '../backup/backups.ts';
import { createFindScore } from '../fraud/find-score.ts';
import { readHostingNetworks } from '../fraud/hosting-networks.ts';
import { createReadPublicFigures } from '../home/get-public-stats.ts';
import { createReadPublicStatus } from '../home/get-public-status.ts';
import { type Clock, systemClock } from '../lib/clock-and-log.ts';
import { createDatabase, createPool, type Database } from '../lib/db/database.ts';
import { createEventLog, type EventLog } from '../lib/event-log.ts';
import { createRateLimit, noRateLimit } from '../lib/http/callers.ts';
import { createLoadShedding } from '../lib/jobs/load-shedding.ts';
import { createSemaphore } from '../lib/jobs/semaphores.ts';
import { createLiveHub, type LiveHub } from '../lib/live-hub.ts';
import { createMailer } from '../lib/mail.ts';
import { openNetworkTable } from '../lib/network-table.ts';
import { watchEndpoints } from '../lib/outbox.ts';
import { createPictureRemaker } from '../lib/pictures/remake-pictures.ts';
import { createSecretBox, type SecretBox } from '../lib/secrets/secret-box.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { createPushKey } from '../notifications/push/web-push.ts';
import { createCatalogue } from '../offerwalls/catalogue/catalogue.ts';
import { createClickKeeper } from '../offerwalls/catalogue/click-keeper.ts';
import { createPostbackTaker } from '../offerwalls/postbacks/take-postback.ts';
import { createUseReporter } from '../offerwalls/postbacks/use-reporter.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import { createWallChanges } from '../offerwalls/walls/wall-changes.ts';
import { frameWarnings } from '../offerwalls/walls/wall-frame.ts';
import { wallWarnings } from '../offerwalls/walls/wall-warnings.ts';
import { createMetrics } from '../operations/metrics.ts';
import { whyNotReady } from '../operations/routes.ts';
import { createPlatform } from '../platform/platform.ts';
import { createTransferLog } from '../public-proof/log/transfer-log.ts';
import { readProofKey } from '../public-proof/proof-key.ts';
import { WAKE_PAYOUTS } from '../withdrawals/payouts/payouts.ts';
import { createFindStock } from '../withdrawals/request/get-withdraw-limits.ts';
import { createGetVendorFunds } from '../withdrawals/safety/get-vendor-funds.ts';
import { withEvents } from '../withdrawals/vendors/logged-vendor.ts';
import { createManual } from '../withdrawals/vendors/manual.ts';
import { createRbxcrate } from '../withdrawals/vendors/rbxcrate.ts';
import { createRocheap } from '../withdrawals/vendors/rocheap.ts';
import type { Vendor } from '../withdrawals/vendors/vendor.ts';
import type { Config, Secrets } from './config.ts';
import { createLiveSettings, type LiveSettings } from './site-settings/live-settings.ts';

/** Time limit of queries that users wait for. Longer work uses `choresDb`. */
const STATEMENT_MS = 10_000;
const CHORE_MS = 660_000;
const CHORES_POOL_SIZE = 2;

type DatabaseAccess = { appUrl: string; role: string | undefined };

export type Dependencies = Awaited<ReturnType<typeof createDependencies>> & { backups?: Backups | undefined };

type Opened = { db: Database; choresDb: Database; live: LiveHub; identity: Identity; events: EventLog };
type WallsDeps = Opened & { log: FastifyBaseLogger; walls: Wall[]; secretBox: SecretBox };

type DependencyOptions = {
	config: Config;
	secrets: Secrets;
	database: DatabaseAccess;
	log: FastifyBaseLogger;
	clock?: Clock;
	passwordHashing?: IdentityDeps['passwordHashing'];
};

export async function createDependencies(options: DependencyOptions) {
	const { secrets, database, log, clock = systemClock, passwordHashing } = options;
	const config = copyOf(options.config, secrets);
	const walls: Wall[] = [];
	const served = await openServed(config, log);
	const { db, choresDb, live, secretBox, settings } = await openSettings(config, { secrets, database, log });
	const metrics = createMetrics(db);
	const events = metrics.countEvents(createEventLog({ db, clock, log }));
	const vendors = createVendors(config, { secrets, db, clock, events });
	const currentVendor = vendors.get(config.payout.vendor);
	if (!currentVendor) throw new StartProblem(`PAYOUT_VENDOR is ${config.payout.vendor}, but its key is missing`);
	const takeFromRateLimit = config.rateLimits ? createRateLimit({ db, clock }) : noRateLimit;
	const keyed = { secretBox, ...createKeyed(db, { config, secrets, settings }) };
	const identityDeps = { db, clock, log, events, takeFromRateLimit, passwordHashing, ...keyed, ...served };
	const identity = await createIdentity({ ...identityDeps, config });
	const mailer = createMailer(config);
	const opened = { db, choresDb, live, identity, events };
	const openedWalls = await openWalls({ ...opened, log, walls, ...keyed }, config);
	const offers = await createOffers({ db, clock, live, log, walls });
	openedWalls.wallChanges.onOthers(offers.catalogue.look);
	const postbacks = createPostbackTaker({
		db,
		clock,
		log,
		publish: live.publish,
		announceBan: (uid) => log.warn({ uid }, 'banned after chargebacks'),
		noteUse: createUseReporter({ clock, events }),
		publicUrl: config.publicUrl,
		...{ noteTurn: metrics.noteTurn, ...keyed },
	});

	return {
		...{ config, settings },
		log,
		clock,
		db,
		choresDb,
		live,
		liveStreams: createLiveStreams({ db, log, live, listLiveSessions: identity.listLiveSessions }),
		events,
		metrics,
		loadShedding: createLoadShedding(),
		takeFromRateLimit,
		exportQueue: createSemaphore(1),
		csvExports: createSemaphore(2),
		identity,
		keySources: secrets.keySources,
		proofKey: readProofKey(secrets.proofKey),
		pushKey: createPushKey(secrets.authSecret),
		transferLog: createTransferLog({ db }),
		mailer,
		platform: createPlatform({ urls: config.platform, clock, log, events }),
		walls,
		...{ ...keyed, ...openedWalls },
		...served,
		...offers,
		postbacks: metrics.countPostbacks(postbacks),
		vendors,
		currentVendor,
		findStock: createFindStock({ clock, log, vendor: currentVendor }),
		findScore: createFindScore({ ...served, db, clock, log, trustedProxies: config.trustedProxies }),
		getVendorFunds: createGetVendorFunds({ db, clock, vendors, currentVendor }),
		readPublicFigures: createReadPublicFigures({ db, clock }),
		readPublicStatus: createReadPublicStatus({ db, clock, walls, ...served }),
		/** Call it after commit. */
		wakePayouts: () => live.publish(WAKE_PAYOUTS),
		whyNotReady: () => whyNotReady({ db, config }),
		async close() {
			const { wallChanges, endpointWatch } = openedWalls;
			const { catalogue, pictures } = offers;
			for (const one of [settings, served.networkTable, wallChanges, endpointWatch, catalogue, pictures]) one.close();
			await Promise.all([postbacks.drain(), offers.clicks.drain()]);
			mailer?.close();
			await closeAll(opened);
		},
	};
}

/** Live settings change the copy. */
function copyOf(config: Config, { authSecret, sandboxGoogleSecret }: Secrets) {
	const { words, google } = config;
	const clientSecret = google?.clientSecret ?? sandboxGoogleSecret;
	return { ...config, words: { ...words }, authSecret, google: google && { ...google, clientSecret } };
}

async function openSettings(
	config: Config,
	{ secrets, database, log }: Pick<DependencyOptions, 'secrets' | 'database' | 'log'>,
) {
	const opened = openDatabases(config, database, log);
	const live = createLiveHub({ url: database.appUrl, log });
	const secretBox = createSecretBox(secrets.secretsKey);
	const settings = await createLiveSettings({ ...opened, live, log, secretBox, config });
	return { ...opened, live, secretBox, settings };
}

type KeyedDeps = { config: Config; secrets: Secrets; settings: LiveSettings };

function createKeyed(db: Database, { config, secrets, settings }: KeyedDeps) {
	const memory = createAccountMemory({ key: secrets.memoryKey, days: config.deletedAccountMemoryDays });
	settings.onChange(() => Object.assign(memory, { days: config.deletedAccountMemoryDays }));
	return { memory, findByAlias: createFindByAlias({ db, memory }) };
}

async function openWalls(opened: WallsDeps, config: Config) {
	const trustedOrigins = config.sandbox.enabled ? [config.sandbox.url] : [];
	const wallChanges = createWallChanges({ ...opened, trustedOrigins });
	await wallChanges.start().catch(async (error) => {
		wallChanges.close();
		await closeAll(opened);
		throw error;
	});
	const { walls, log } = opened;
	for (const warning of [...wallWarnings(walls), ...frameWarnings(walls, config.publicUrl)]) log.warn(warning);
	return { wallChanges, trustedOrigins, endpointWatch: watchEndpoints(opened) };
}

async function closeAll(opened: Opened): Promise<void> {
	await opened.identity.close();
	await opened.events.close();
	await opened.live.close();
	await Promise.all([opened.db, opened.choresDb].map((one) => one.destroy()));
}

function openDatabases({ databasePool }: Config, { appUrl: url, role }: DatabaseAccess, log: FastifyBaseLogger) {
	const onError = (err: Error) => log.warn({ err }, 'lost a database connection');
	const poolOf = (applicationName: string, poolSize: number, statementMs: number) =>
		createPool({ url, role, onError, applicationName, poolSize, statementMs });
	// Migration 033 identifies versions before 0.3.0 by their connection names.
	const db = createDatabase(poolOf('lootpass server', databasePool, STATEMENT_MS));
	const choresDb = createDatabase(poolOf('lootpass chore', CHORES_POOL_SIZE, CHORE_MS));
	return { db, choresDb };
}

async function openServed(config: Config, log: FastifyBaseLogger) {
	const networkTable = await openNetworkTable(config.networkTable, log);
	const { findCountry } = networkTable;
	return {
		networkTable,
		hostingNetworks: readHostingNetworks(config.hostingNetworksFile),
		findCountry,
		isServed: createIsServed(findCountry, config),
	};
}

async function createOffers(deps: Parameters<typeof createCatalogue>[0]) {
	const catalogue = createCatalogue(deps);
	await catalogue.refresh();
	return { catalogue, clicks: createClickKeeper(deps), pictures: createPictureRemaker() };
}

/** Creates every configured vendor, because open orders stay with their vendor. */
function createVendors(
	{ payout, sandbox }: Config,
	{ secrets, db, clock, events }: { secrets: Secrets; db: Database; clock: Clock; events: EventLog },
): ReadonlyMap<string, Vendor> {
	const { timeoutMs } = payout;
	const vendors = [createManual({ db, clock })];
	for (const [create, { url, apiKey }] of [
		[createRbxcrate, payout.rbxcrate],
		[createRocheap, payout.rocheap],
	] as const) {
		const isFake = sandbox.enabled && url.startsWith(`${sandbox.url}/`);
		const key = apiKey ?? (isFake ? secrets.sandboxVendorKey : undefined);
		if (key) vendors.push(withEvents(create({ url, apiKey: key, timeoutMs }), events));
	}
	return new Map(vendors.map((vendor) => [vendor.name, vendor]));
}
