import { setTimeout as sleep } from 'node:timers/promises';
import type { CallResult } from '../../../contract/calls.ts';
import { type ActionDeps, type AdminContext, recordAction } from '../../accounts/with-audit.ts';
import { BACK_UP_JOB } from '../../backup/backups.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import type { Mailer } from '../../lib/mail.ts';
import { testAlert } from '../../operations/alerts/post.ts';
import { selectLastCheckpoint } from '../../public-proof/store-checkpoints.ts';
import type { GetVendorFunds } from '../../withdrawals/safety/get-vendor-funds.ts';
import type { Config } from '../config.ts';

export type TrySiteDeps = ActionDeps & {
	config: Config;
	mailer: Mailer | undefined;
	getVendorFunds: GetVendorFunds;
	isBackedUp: boolean;
};
type Tried = CallResult<'adminSendTestEmail'>;

const CHECKPOINT_MS = 10_000;

function tried(action: string, run: (deps: TrySiteDeps) => Promise<Tried>) {
	return async (deps: TrySiteDeps, _: unknown, admin: AdminContext): Promise<Tried> => {
		const result = await run(deps);
		await recordAction(deps, admin, { action, change: { ok: result.ok } });
		return result;
	};
}

export const trySite = {
	adminSendTestEmail: tried('send-test-email', async ({ mailer, config }) =>
		mailer ? sendTestMail(mailer, config) : { ok: false, message: 'Email is off. Set SMTP_URL on the server.' },
	),
	adminSendTestAlert: tried('send-test-alert', async ({ config, clock }) => {
		const { alertChannels: channels, brand } = config;
		if (channels.length === 0)
			return { ok: false, message: 'No alert channels. Alerts only go to the admin by email.' };
		const { lines, isTaken } = await testAlert({ channels, brand, clock });
		return { ok: isTaken, message: `${lines.join('. ')}.` };
	}),
	adminAskVendor: tried('ask-vendor', async ({ getVendorFunds }) => {
		const funds = (await getVendorFunds()).find(({ is_current }) => is_current);
		const ok = funds !== undefined && funds.balance_state !== 'away' && !funds.circuit;
		return { ok, message: `${funds?.vendor} ${ok ? 'is available' : "didn't respond. Check its API key and status"}.` };
	}),
	adminMakeCheckpoint: tried('make-checkpoint', async ({ db }) => {
		const before = (await selectLastCheckpoint(db))?.n ?? 0;
		await enqueue(db, 'checkpoint', {}, 'checkpoint');
		for (const end = Date.now() + CHECKPOINT_MS; Date.now() < end; await sleep(200)) {
			const n = (await selectLastCheckpoint(db))?.n ?? 0;
			if (n > before) return { ok: true, message: `Checkpoint ${n} published.` };
		}
		return { ok: false, message: "The checkpoint isn't published yet. Check that a worker runs." };
	}),
	adminBackUp: tried('back-up', async ({ db, isBackedUp }) => {
		if (!isBackedUp) return { ok: false, message: 'Backups are off. Set BACKUP_DIR on the server.' };
		await enqueue(db, BACK_UP_JOB, {}, BACK_UP_JOB);
		return { ok: true, message: 'The backup has started. The dashboard shows when it is done.' };
	}),
};

export async function sendTestMail(
	mailer: Mailer,
	{ brand, adminEmail, mailFrom }: Pick<Config, 'brand' | 'adminEmail' | 'mailFrom'>,
): Promise<Tried> {
	const subject = `${brand}: test email`;
	const text = "This tests email delivery. You don't need to do anything.";
	try {
		await mailer.send({ to: adminEmail, subject, text, html: `<p>${text}</p>` });
		return { ok: true, message: `Sent a test email from ${mailFrom} to ${adminEmail}. Check that it arrives.` };
	} catch (error) {
		const { message, cause } = error as Error;
		return {
			ok: false,
			message: `Couldn't send email: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}.`,
		};
	}
}
