import { defaultBranding } from '../contract/branding.ts';
import { HOUR_MS, MINUTE_MS } from '../contract/durations.ts';
import { isBackedUp } from './app/config.ts';
import type { Dependencies } from './app/dependencies.ts';
import { sendTestMail } from './app/site-settings/try-site.ts';
import { listBackupAlerts } from './backup/backup-alerts.ts';
import { selectBackups } from './backup/store-backups.ts';
import { checkBooks } from './books/check-books.ts';
import { type Finding, lookFromOutside } from './doctor-outside.ts';
import { checkAudit } from './lib/audit/check-audit.ts';
import { DatabaseUnavailable, rowOf } from './lib/db/database.ts';
import { pendingMigrations } from './lib/db/prepare-schema.ts';
import { freeBytes } from './lib/folders.ts';
import { ageProblem } from './lib/network-table.ts';
import { listServerAlerts, readServerVersion } from './lib/postgres/server-report.ts';
import { StartProblem } from './lib/start-problem.ts';
import { skippedWarning } from './offerwalls/feeds/feed-to-wire.ts';
import { selectFeeds } from './offerwalls/feeds/store-feeds.ts';
import { risksOf, warningsOf } from './offerwalls/walls/wall-warnings.ts';
import { selectAlerts } from './withdrawals/safety/store-safety.ts';

type Looked = Omit<Finding, 'check' | 'todo'> & { todo?: string };
type Site = Pick<
	Dependencies,
	| 'config'
	| 'keySources'
	| 'db'
	| 'choresDb'
	| 'clock'
	| 'walls'
	| 'getVendorFunds'
	| 'currentVendor'
	| 'mailer'
	| 'networkTable'
> & { lookOutside?: typeof lookFromOutside };
type Check = (site: Site) => Promise<readonly Looked[]>;

const GIGABYTE = 1e9;
const DISK_RED_BYTES = GIGABYTE;
const DISK_YELLOW_BYTES = 5 * GIGABYTE;
const BACKUPS_LOOKED_AT = 20;
const CLOCK_RED_MS = 30_000;
const CLOCK_YELLOW_MS = 2_000;

const checks: Readonly<Record<string, Check>> = {
	database: lookAtDatabase,
	migrations: lookAtMigrations,
	clock: lookAtClock,
	books: lookAtBooks,
	audit: lookAtAudit,
	offerwalls: lookAtWalls,
	'payout vendor': lookAtVendor,
	alerts: lookAtAlerts,
	mail: lookAtMail,
	keys: lookAtKeys,
	branding: lookAtBranding,
	countries: lookAtCountries,
	disk: lookAtDisk,
	backup: lookAtBackup,
};

export async function examine(site: Site): Promise<Finding[]> {
	const found: Finding[] = [];
	for (const [check, look] of Object.entries(checks)) {
		let isGone = false;
		const looked = await look(site).catch((error): readonly Looked[] => {
			isGone = error instanceof DatabaseUnavailable;
			const says = `Couldn't run this check: ${(error as Error).message}`;
			return [{ state: 'red', says, todo: 'Fix this problem and run doctor again.' }];
		});
		found.push(...looked.map(({ todo = null, ...rest }) => ({ check, ...rest, todo })));
		if (isGone) return found;
	}
	const { lookOutside = lookFromOutside } = site;
	return [...found, ...(await lookOutside(site))];
}

export async function runDoctor(
	open: (work: (site: Site) => Promise<number>) => Promise<number>,
	{ json, openMs = 5 * MINUTE_MS, closeMs = MINUTE_MS }: { json: boolean; openMs?: number; closeMs?: number },
): Promise<number> {
	const ended = Promise.withResolvers<number>();
	const silent = new StartProblem(`The database didn't answer within ${openMs / MINUTE_MS} minutes.`);
	const opening = setTimeout(() => ended.reject(silent), openMs);
	const print = (findings: readonly Finding[]) => {
		const isWell = findings.every(({ state }) => state !== 'red');
		if (json) console.log(JSON.stringify({ ok: isWell, findings }));
		else for (const finding of findings) console.log(inWords(finding));
		return isWell ? 0 : 1;
	};
	try {
		const opened = open(async (site) => {
			clearTimeout(opening);
			const code = print(await examine(site));
			setTimeout(() => ended.resolve(code), closeMs).unref();
			return code;
		});
		return await Promise.race([opened, ended.promise]);
	} catch (error) {
		if (!(error instanceof StartProblem)) throw error;
		return print([{ check: 'start', state: 'red', says: error.message, todo: 'Fix this first. No other checks ran.' }]);
	} finally {
		clearTimeout(opening);
	}
}

const marks = { green: 'ok    ', yellow: 'look  ', red: 'RED   ' };

function inWords({ check, state, says, todo }: Finding): string {
	return `${marks[state]}${check}: ${says}${todo === null ? '' : `\n      ${todo}`}`;
}

async function lookAtDatabase({ db, clock, config }: Site): Promise<Looked[]> {
	const startedMs = clock.now();
	const { inWords: server } = await readServerVersion(db);
	const says = `${server} responds in ${clock.now() - startedMs} ms.`;
	const alerts = await listServerAlerts({ db, config });
	if (alerts.length === 0) return [{ state: 'green', says }];
	return alerts.map(({ message }) => ({ state: 'yellow', says, todo: message }));
}

async function lookAtMigrations({ db }: Site): Promise<Looked[]> {
	const missing = await pendingMigrations(db);
	if (missing.length === 0) return [{ state: 'green', says: 'All migrations are applied.' }];
	return [{ state: 'red', says: `Not applied: ${missing.join(', ')}.`, todo: 'Restart the product to apply them.' }];
}

async function lookAtClock({ db, clock }: Site): Promise<Looked[]> {
	const beforeMs = clock.now();
	const row = await rowOf<{ at: Date }>(db)`select clock_timestamp() as at`;
	const apartMs = Math.abs((row?.at.getTime() ?? 0) - (beforeMs + clock.now()) / 2);
	const says = `The clocks of this machine and the database differ by ${Math.round(apartMs)} ms.`;
	if (apartMs < CLOCK_YELLOW_MS) return [{ state: 'green', says }];
	const todo = 'Sync both clocks with NTP. Limits, holds and leases depend on them.';
	return [{ state: apartMs < CLOCK_RED_MS ? 'yellow' : 'red', says, todo }];
}

async function lookAtBooks({ choresDb }: Site): Promise<Looked[]> {
	const problems = await checkBooks(choresDb);
	if (problems.length === 0) return [{ state: 'green', says: 'The books balance.' }];
	const todo = 'Turn off payouts under Withdrawals, then investigate: npm run cli -- check-books.';
	return problems.map(({ rule }) => ({ state: 'red', says: `Broken: ${rule}`, todo }));
}

async function lookAtAudit({ choresDb }: Site): Promise<Looked[]> {
	const { problems, count } = await checkAudit(choresDb);
	if (problems.length === 0) return [{ state: 'green', says: `All ${count} sealed entries are unchanged.` }];
	const todo = 'Someone changed the audit in the database. Find out where: npm run cli -- check-audit.';
	return problems.map(({ rule, detail }) => ({ state: 'red', says: `Broken: ${rule} (${detail})`, todo }));
}

/** A wall's risks are red, because outsiders could book credits. */
async function lookAtWalls({ db, walls }: Site): Promise<Looked[]> {
	const todo = "Fix the offerwall in the admin area or in OFFERWALLS_FILE, and in the partner's dashboard.";
	const found = walls.flatMap((wall) => {
		const risks = new Set(wall.enabled ? risksOf(wall, walls) : []);
		return warningsOf(wall, walls).map((warning): Looked => {
			return { state: risks.has(warning) ? 'red' : 'yellow', says: `${wall.id}: ${warning}.`, todo };
		});
	});
	const fed = (await selectFeeds(db)).filter(({ wall }) => walls.some(({ id, feed }) => feed && id === wall));
	for (const feed of fed) {
		const warning = skippedWarning(feed);
		if (warning) found.push({ state: 'yellow', says: `${feed.wall}: ${warning}.`, todo });
	}
	return found.length > 0 ? found : [{ state: 'green', says: `No warnings for ${walls.length} offerwalls.` }];
}

async function lookAtVendor({ getVendorFunds, currentVendor: { name } }: Site): Promise<Looked[]> {
	const funds = (await getVendorFunds()).find(({ is_current }) => is_current);
	if (funds?.circuit) {
		const says = `Sending to ${name} is paused (${funds.circuit.reason}).`;
		return [{ state: 'red', says, todo: 'See Withdrawals in the admin area, and contact the vendor.' }];
	}
	const isUnavailable = funds?.balance_state === 'away' || funds?.stock_state === 'away';
	if (!isUnavailable) return [{ state: 'green', says: `${name} responds.` }];
	const todo = 'Check its URL, its API key and the network. Orders wait in the meantime.';
	return [{ state: 'red', says: `${name} doesn't respond or rejects the API key.`, todo }];
}

async function lookAtAlerts({ db }: Site): Promise<Looked[]> {
	const alerts = await selectAlerts(db);
	if (alerts.length === 0) return [{ state: 'green', says: 'No alerts.' }];
	return alerts.map(({ message }) => ({ state: 'yellow', says: message, todo: 'See the dashboard.' }));
}

async function lookAtMail({ mailer, config }: Site): Promise<Looked[]> {
	if (mailer) {
		const { ok, message: says } = await sendTestMail(mailer, config);
		const todo = "Correct SMTP_URL and MAIL_FROM, or contact the mail server's operator.";
		return [ok ? { state: 'green', says } : { state: 'red', says, todo }];
	}
	const todo =
		"Set SMTP_URL and MAIL_FROM. Without them users can't confirm an address or reset a password, and you get no alerts.";
	return [{ state: config.isProduction ? 'red' : 'yellow', says: 'Email is off.', todo }];
}

async function lookAtKeys({ keySources }: Site): Promise<Looked[]> {
	const sources = { set: 'set in the environment', stored: 'stored in DATA_DIR', derived: 'derived from APP_SECRET' };
	const says = Object.entries(keySources).map(([name, source]) => `${name} is ${sources[source]}`);
	return [{ state: 'green', says: `${says.join(', ')}.` }];
}

async function lookAtBranding({ config: { words, isProduction } }: Site): Promise<Looked[]> {
	const shipped = (['legalContact', 'communityChatUrl'] as const).filter(
		(name) => words[name] === defaultBranding[name],
	);
	if (shipped.length === 0) return [{ state: 'green', says: 'Pages and emails show your own contact and chat.' }];
	const says = `Pages and emails show the placeholder ${shipped.map((name) => words[name]).join(' and ')}.`;
	const todo = 'Set LEGAL_CONTACT and COMMUNITY_CHAT_URL, or put them into BRANDING_FILE.';
	return [isProduction ? { state: 'yellow', says, todo } : { state: 'green', says }];
}

async function lookAtCountries({ networkTable, clock }: Site): Promise<Looked[]> {
	const todo = 'Set NETWORK_TABLE to a current MMDB file, such as DB-IP Lite, IPinfo Lite or GeoLite2.';
	const facts = networkTable.facts();
	if (!facts) {
		return [{ state: 'yellow', says: "There is no country data, so every visitor's country is unknown.", todo }];
	}
	const problem = ageProblem(facts, clock.now());
	if (problem) return [{ state: 'yellow', says: problem, todo }];
	const { type, builtMs, attribution } = facts;
	const built = new Date(builtMs).toISOString().slice(0, 10);
	return [{ state: 'green', says: `Country data: ${type} of ${built}. ${attribution.text}.` }];
}

async function lookAtDisk({ config }: Site): Promise<Looked[]> {
	const free = await freeBytes(config);
	const says = `${(free / GIGABYTE).toFixed(1)} GB free on the disk of DATA_DIR.`;
	if (free >= DISK_YELLOW_BYTES) return [{ state: 'green', says }];
	const todo = 'Free up space. On a full disk nothing can be booked.';
	return [{ state: free < DISK_RED_BYTES ? 'red' : 'yellow', says, todo }];
}

async function lookAtBackup({ config, db, clock }: Site): Promise<Looked[]> {
	if (config.databaseUrl) {
		const todo = 'Back it up where it runs, with pg_basebackup and WAL archiving, and test a restore.';
		return [{ state: 'yellow', says: "The product doesn't back up your own server (DATABASE_URL).", todo }];
	}
	if (!isBackedUp(config)) {
		const todo = 'Set BACKUP_DIR or BACKUP_S3_BUCKET. If this disk fails, every balance is lost.';
		return [{ state: config.isProduction ? 'red' : 'yellow', says: 'Backups are off.', todo }];
	}
	const alerts = await listBackupAlerts({ db, clock, config });
	const todo = 'Fix this, then wait for the next backup or make one: npm run cli -- backup --to DIR.';
	if (alerts.length > 0) return alerts.map(({ message }) => ({ state: 'red', says: message, todo }));
	const proven = (await selectBackups(db, BACKUPS_LOOKED_AT)).find(({ verifiedAt }) => verifiedAt !== null);
	if (!proven)
		return [{ state: 'yellow', says: "The first backup isn't verified yet.", todo: 'Check again in an hour.' }];
	const hours = Math.round((clock.now() - (proven.verifiedAt?.getTime() ?? 0)) / HOUR_MS);
	const seconds = Math.round((proven.verifyMs ?? 0) / 1000);
	return [{ state: 'green', says: `The last backup was restored and verified ${hours} h ago, in ${seconds} s.` }];
}
