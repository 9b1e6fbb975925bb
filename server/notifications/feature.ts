import type { noticeCalls } from '../../contract/accounts/notices.ts';
import type { Branding } from '../../contract/branding.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { retentionMs } from '../../contract/site/retention.ts';
import type { DbDeps } from '../lib/db/database.ts';
import type { Feature } from '../lib/feature.ts';
import type { LoadShedding } from '../lib/jobs/load-shedding.ts';
import type { Languages } from '../lib/language/language.ts';
import { eraseNotices } from './erase-user.ts';
import { exportNotices, exportSubscriptions, exportWeekly } from './export-user.ts';
import { getNotices, listNoticeChanges, markNoticesRead, type NoticeDeps } from './get-notices.ts';
import { mailWords } from './letters/letters.ts';
import { eventOfMail, IDENTITY_MAIL_TASK, readMailOrder } from './mail-order.ts';
import { getPush, PUSH_TASK, type PushDeps, savePush, sendPush } from './push/push.ts';
import { type MailDeps, sendOrderedMail } from './send-ordered-mail.ts';
import { deleteNoticesBefore } from './store.ts';
import { orderWeeklyMails, saveWeeklyMail, weeklyRoutes } from './weekly/weekly.ts';

const BATCH_SIZE = 5_000;
const SAVES = [{ by: 'user', max: 60, windowMs: HOUR_MS }] as const;

export async function purgeNotices({ db, clock }: DbDeps): Promise<void> {
	const before = new Date(clock.now() - retentionMs('notices'));
	while ((await deleteNoticesBefore(db, before, BATCH_SIZE)) === BATCH_SIZE);
}

type Deps = NoticeDeps &
	PushDeps &
	Omit<MailDeps, 'words'> & {
		words: Branding;
		publicUrl: string;
		languages: Languages;
		loadShedding: Pick<LoadShedding, 'giveWay'>;
	};

export const notifications = {
	calls: { getNotices, markNoticesRead, getPush, savePush, saveWeeklyMail },
	limits: { savePush: SAVES, saveWeeklyMail: SAVES },
	routes: weeklyRoutes,
	jobs: [
		{
			name: IDENTITY_MAIL_TASK,
			isDelivery: true,
			eventOf: eventOfMail,
			async run(deps, payload) {
				await deps.loadShedding.giveWay();
				await sendOrderedMail({ ...deps, words: mailWords(deps) }, readMailOrder(payload));
			},
		},
		{ name: PUSH_TASK, isDelivery: true, eventOf: () => ({ source: 'mail', what: PUSH_TASK }), run: sendPush },
		{ name: 'weekly-mail', at: '* 9-23 * * 1', isQuiet: true, run: orderWeeklyMails },
		{ name: 'forget-notices', at: '19 3 * * *', run: purgeNotices },
	],
	liveSources: [{ name: 'notice', listChangesSince: listNoticeChanges }],
	erase: eraseNotices,
	exports: { notices: exportNotices, push_subscriptions: exportSubscriptions, weekly_mail: exportWeekly },
} satisfies Feature<typeof noticeCalls, Deps>;
