import { z } from 'zod';
import { pushKinds } from '../../../contract/accounts/notices.ts';
import type { Branding } from '../../../contract/branding.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { PUSH_SUBSCRIPTIONS_MAX } from '../../../contract/limits.ts';
import { callError } from '../../../contract/refusals.ts';
import type { UserCall } from '../../lib/call-handler.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { sendRequest } from '../../lib/http/outbound.ts';
import { knownLanguage, type Languages, textIn } from '../../lib/language/language.ts';
import type { MailDeps, Recipients } from '../send-ordered-mail.ts';
import { hasWeekly } from '../weekly/store-weekly.ts';
import { deleteSubscription, hasEarned, saveSubscription, selectKinds, selectSubscription } from './store-push.ts';
import { encryptPush, isPushService, type PushKey, readBrowserKeys } from './web-push.ts';

export type PushDeps = DbDeps & {
	log: Log;
	pushKey: PushKey;
	trustedOrigins: readonly string[];
	recipients: Pick<Recipients, 'findByUid'>;
	words: Branding;
	languages: Languages;
	mailer: MailDeps['mailer'];
};

export const PUSH_TASK = 'push';
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 16 * 1_024;
/** Lock screens show these, so they contain no amount. */
const texts = {
	credited: 'push_credited',
	paid: 'push_paid',
	answered: 'push_answered',
	expiring: 'push_expiring',
} as const;
/** The subscription has expired, or belongs to another key. */
const ENDED: readonly number[] = [403, 404, 410];

export const getPush: UserCall<'getPush', PushDeps> = async ({ db, pushKey, mailer }, input, { actor: { uid } }) => {
	const kinds = await selectKinds(db, { uid, endpoint: input?.endpoint ?? '' });
	const weekly_mail = mailer ? await hasWeekly(db, uid) : null;
	return { public_key: pushKey.publicKey, kinds: kinds ?? [], has_earned: await hasEarned(db, uid), weekly_mail };
};

export const savePush: UserCall<'savePush', PushDeps, 'sessionId'> = async (
	deps,
	input,
	{ actor: { uid, sessionId } },
) => {
	const { db, clock, trustedOrigins } = deps;
	const { kinds: wanted, ...given } = input;
	const endpoint = isPushService(given.endpoint, trustedOrigins) ? new URL(given.endpoint).href : undefined;
	const keys = readBrowserKeys(given);
	if (!endpoint || !keys) throw callError('invalid-argument', 'not-a-push-service');
	const kinds = [...new Set(wanted)];
	if (kinds.length === 0) {
		await deleteSubscription(db, { uid, endpoint });
		return { kinds };
	}
	const facts = { uid, sessionId, endpoint, kinds, at: new Date(clock.now()), keep: PUSH_SUBSCRIPTIONS_MAX };
	const saved = await inTransaction(db, (tx) => saveSubscription(tx, { ...keys, ...facts }));
	return { kinds: saved ?? [] };
};

const job = z.object({ id: z.uuid(), kind: z.enum(pushKinds), path: z.string(), at: z.number() });

/** @throws if the push service may accept the message later. */
export async function sendPush(deps: PushDeps, payload: unknown): Promise<void> {
	const { db, clock, log, pushKey, trustedOrigins, words } = deps;
	const { id, kind, path, at } = job.parse(payload);
	const nowMs = clock.now();
	const leftMs = at + DAY_MS - nowMs;
	const subscription = await selectSubscription(db, id);
	if (!subscription?.kinds.includes(kind) || leftMs <= 0) return;
	const { uid, endpoint } = subscription;
	const account = await deps.recipients.findByUid(uid);
	if (!account) return;
	if (!isPushService(endpoint, trustedOrigins)) return deleteSubscription(db, { uid, endpoint });
	const title = words.brandFirst + words.brandSecond;
	const text = textIn(knownLanguage(account.language, deps.languages), texts[kind]);
	const { status } = await sendRequest({
		...{ method: 'POST', url: endpoint, timeoutMs: TIMEOUT_MS, bodyBytesMax: ANSWER_BYTES_MAX },
		body: encryptPush(subscription, JSON.stringify({ kind, title, text, path })),
		headers: {
			'content-type': 'application/octet-stream',
			'content-encoding': 'aes128gcm',
			authorization: await pushKey.authorize(endpoint, { contact: words.legalContact, nowMs }),
			ttl: String(Math.ceil(leftMs / 1_000)),
			topic: kind,
		},
		isPublicOnly: !trustedOrigins.includes(new URL(endpoint).origin),
	});
	if (status >= 200 && status < 300) return;
	if (ENDED.includes(status)) return deleteSubscription(db, { uid, endpoint });
	if (status === 429 || status >= 500) throw new Error(`the push service responded with status ${status}`);
	log.warn({ status, host: new URL(endpoint).host }, 'a push service rejected a message');
}
