import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { Clock, Log } from '../../lib/clock-and-log.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import { freeBytes } from '../../lib/folders.ts';
import { ageProblem, type NetworkTable } from '../../lib/network-table.ts';
import type { ServerSettings } from '../../lib/postgres/choose-server.ts';
import { listServerAlerts } from '../../lib/postgres/server-report.ts';
import { type Refusals, selectRefusals } from '../../offerwalls/walls/store-walls.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { countMails, selectPlatformFailures, selectPulses, type WallPulse } from './store.ts';

export type SignalDeps = {
	choresDb: Database;
	clock: Clock;
	log: Log;
	walls: readonly Pick<Wall, 'id' | 'enabled'>[];
	networkTable: Pick<NetworkTable, 'facts'>;
	config: { publicUrl: string; dataDir: string; databaseUrl: string | undefined } & ServerSettings;
};

const FREE_MIN_BYTES = 1e9;
const CERTIFICATE_LEFT_MS = 14 * DAY_MS;
const HANDSHAKE_MS = 5_000;
const MAILS_FAILED_MIN = 3;
const PLATFORM_FAILED_MIN = 3;
const PLATFORM_LASTS_MS = 5 * MINUTE_MS;

export async function listSignals(deps: SignalDeps): Promise<Alert[]> {
	const looks = [walls, refusals, platform, mails, disk, certificate, countries, server];
	const found = await Promise.all(
		looks.map((look) =>
			look(deps).catch((error): Alert[] => {
				deps.log.warn({ err: error }, 'an alert check failed');
				return [];
			}),
		),
	);
	return found.flat();
}

async function walls({ choresDb, clock, walls: all }: SignalDeps): Promise<Alert[]> {
	const open = all.filter(({ enabled }) => enabled).map(({ id }) => id);
	const pulses = await selectPulses(choresDb, open, new Date(clock.now()));
	return pulses.flatMap((pulse) => [...silenceAlert(pulse), ...reversalAlert(pulse)]);
}

async function refusals({ choresDb, clock, walls: all }: SignalDeps): Promise<Alert[]> {
	const counted = await selectRefusals(choresDb, new Date(clock.now() - HOUR_MS));
	const isKnown = ({ wall }: Refusals) => all.some(({ id }) => id === wall);
	return [
		...counted.filter(isKnown).flatMap(refusalAlert),
		...unknownWallAlert(counted.filter((row) => !isKnown(row))),
	];
}

async function platform({ choresDb, clock }: SignalDeps): Promise<Alert[]> {
	const failing = await selectPlatformFailures(choresDb, new Date(clock.now() - HOUR_MS));
	const lasting = failing.filter(
		({ failed, sinceMs }) => failed >= PLATFORM_FAILED_MIN && clock.now() - sinceMs >= PLATFORM_LASTS_MS,
	);
	if (lasting.length === 0) return [];
	const list = lasting.map(({ what, failed, note }) => `${what} (${failed} times, last: ${note})`).join('; ');
	return [{ kind: 'platform', message: `The game platform is unavailable for ${list}.` }];
}

/** Only channels report that mails fail, because a mail could not. */
async function mails({ choresDb, clock }: SignalDeps): Promise<Alert[]> {
	const { failed, sent } = await countMails(choresDb, new Date(clock.now() - HOUR_MS));
	if (failed < MAILS_FAILED_MIN || failed <= sent) return [];
	return [{ kind: 'mail', message: `The mail server rejects email: ${failed} attempts failed in the last hour.` }];
}

async function disk({ config }: SignalDeps): Promise<Alert[]> {
	if ((await freeBytes(config)) >= FREE_MIN_BYTES) return [];
	return [
		{ kind: 'disk', message: 'Less than 1 GB free on the disk of DATA_DIR. On a full disk nothing can be booked.' },
	];
}

async function certificate({ config, clock }: SignalDeps): Promise<Alert[]> {
	const { protocol, hostname, port } = new URL(config.publicUrl);
	if (protocol !== 'https:') return [];
	return certificateAlert(await certificateEnd(hostname, Number(port || 443)), clock.now());
}

async function countries({ networkTable, clock }: SignalDeps): Promise<Alert[]> {
	const message = ageProblem(networkTable.facts(), clock.now());
	return message === undefined ? [] : [{ kind: 'network-table', message }];
}

function server({ choresDb, config }: SignalDeps): Promise<Alert[]> {
	return listServerAlerts({ db: choresDb, config });
}

export function certificateAlert(endsMs: number | undefined, nowMs: number): Alert[] {
	if (endsMs === undefined || endsMs - nowMs > CERTIFICATE_LEFT_MS) return [];
	const days = Math.max(0, Math.floor((endsMs - nowMs) / DAY_MS));
	return [{ kind: 'certificate', message: `The site's certificate expires in ${days} days and hasn't been renewed.` }];
}

/** Ms since the epoch; undefined if unreachable. Does not verify it, so that expired ones are seen. */
export function certificateEnd(host: string, port: number): Promise<number | undefined> {
	return new Promise((resolve) => {
		const named = isIP(host) === 0 ? { servername: host } : {};
		const socket = connect({ host, port, ...named, rejectUnauthorized: false, timeout: HANDSHAKE_MS }, () => {
			const endsMs = Date.parse(socket.getPeerCertificate().valid_to);
			socket.destroy();
			resolve(Number.isNaN(endsMs) ? undefined : endsMs);
		});
		for (const event of ['error', 'timeout'] as const) {
			socket.on(event, () => {
				socket.destroy();
				resolve(undefined);
			});
		}
	});
}

const QUARTER_S = 900;
const BUSY_QUARTERS_MIN = 50;
const PAUSE_MIN_S = 3_600;
const PAUSE_TIMES = 2;
/** Reversals in R$ cents a day; a smaller sum may be a single offer. */
const TAKEN_MIN = 10_000;
const TAKEN_SHARE_MIN = 0.1;
const TAKEN_TIMES = 3;
const REFUSED_MIN = 10;
/** Strangers always send a few invalid requests. */
const REFUSED_SHARE_MIN = 0.2;

function silenceAlert({ wall, busyQuarters, longestPauseS, pauseS }: WallPulse): Alert[] {
	const usual = Math.max(longestPauseS, QUARTER_S) * PAUSE_TIMES;
	if (busyQuarters < BUSY_QUARTERS_MIN || pauseS < PAUSE_MIN_S || pauseS <= usual) return [];
	const hours = Math.floor(pauseS / 3_600);
	const message = `No postbacks from ${wall} for ${hours} h, more than twice its longest pause in two weeks.`;
	return [{ kind: `silent ${wall}`, message }];
}

function reversalAlert({ wall, paidOfDay, takenOfDay, paidBefore, takenBefore }: WallPulse): Alert[] {
	const share = paidOfDay > 0 ? takenOfDay / paidOfDay : 1;
	const usual = paidBefore > 0 ? takenBefore / paidBefore : 0;
	if (takenOfDay < TAKEN_MIN || share < TAKEN_SHARE_MIN || share < usual * TAKEN_TIMES) return [];
	const percent = (part: number) => `${Math.round(part * 100)}%`;
	const message = `${wall} reversed ${percent(share)} of its rewards in a day (usually ${percent(usual)}).`;
	return [{ kind: `reversals ${wall}`, message }];
}

function refusalAlert({ wall, refused, unsigned, all, why, unlisted }: Refusals): Alert[] {
	const isMany = (count: number) => count >= REFUSED_MIN && count >= all * REFUSED_SHARE_MIN;
	if (isMany(unsigned)) {
		const message = `${unsigned} of ${all} postbacks from ${wall} had a wrong signature in the last hour. Check the secret in the partner's dashboard.`;
		return [{ kind: `signatures ${wall}`, message }];
	}
	if (!isMany(refused)) {
		if (unlisted === null) return [];
		const message = `A signed postback from ${wall} could not be booked: ${unlisted}. Correct the wall, then replay it.`;
		return [{ kind: `unlisted ${wall}`, message }];
	}
	const cause = why === null ? '' : ` Most frequent reason: ${why}.`;
	const message = `${refused} of ${all} postbacks from ${wall} were refused or named an unknown user in the last hour.${cause}`;
	return [{ kind: `refusals ${wall}`, message }];
}

/** One alert covers all unknown walls, because strangers choose their names. */
function unknownWallAlert(unknown: readonly Refusals[]): Alert[] {
	const count = unknown.reduce((sum, { all }) => sum + all, 0);
	if (count < REFUSED_MIN) return [];
	const message = `${count} postbacks named no offerwall in the last hour. Compare the callback URLs in the partners' dashboards.`;
	return [{ kind: 'refusals', message }];
}
