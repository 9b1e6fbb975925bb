import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database, Tx } from '../lib/db/database.ts';
import type { LoggedEvent } from '../lib/event-log.ts';
import { enqueueAll } from '../lib/jobs/jobs.ts';

export const IDENTITY_MAIL_TASK = 'identity-mail';

const uid = z.uuid();
const email = z.string();
const mailOrder = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('verify-email'), uid }),
	z.object({ kind: z.literal('change-email'), uid, email, session: z.string().optional() }),
	// The order has no `uid`, because the account is looked up only when the mail is sent.
	z.object({ kind: z.literal('reset-password'), email }),
	z.object({ kind: z.literal('password-changed'), uid }),
	// `email` is the old address, `change` the id of the change. With `uid`, deleting the account cancels the mail.
	z.object({ kind: z.literal('email-changed'), uid: uid.optional(), email, change: z.uuid().optional() }),
	z.object({ kind: z.literal('staff-invite'), invite: z.uuid() }),
	z.object({
		...{ kind: z.literal('solo-change'), uid, email },
		...{ proposal: z.uuid(), title: z.string(), appliesAt: z.number() },
	}),
	z.object({ kind: z.literal('two-factor-changed'), uid, isOn: z.boolean(), isReset: z.boolean().optional() }),
	z.object({ kind: z.literal('provider-linked'), uid }),
	z.object({ kind: z.literal('passkey-changed'), uid, isOn: z.boolean(), name: z.string() }),
	z.object({ kind: z.literal('banned'), uid }),
	z.object({ kind: z.literal('unbanned'), uid }),
	z.object({ kind: z.literal('thread-link'), email }),
	z.object({ kind: z.literal('thread-answered'), uid, reference: z.string(), position: z.number() }),
	z.object({ kind: z.literal('notice'), uid, id: z.number() }),
	z.object({ kind: z.literal('weekly'), uid, week: z.iso.date() }),
]);

export type MailOrder = z.output<typeof mailOrder>;

/** Mails to many users must not delay links and warnings. */
const priorities: Partial<Record<MailOrder['kind'], number>> = { notice: 1, weekly: 2 };

/** Queues a mail that a job sends after commit, so the mail server may be unavailable. */
export async function orderMail(db: Database | Tx, order: MailOrder): Promise<void> {
	await orderMails(db, [order]);
}

export async function orderMails(db: Database | Tx, orders: readonly MailOrder[]): Promise<void> {
	const digestOf = (order: MailOrder) => createHash('sha256').update(JSON.stringify(order)).digest('base64url');
	for (const [priority, same] of Map.groupBy(orders, ({ kind }) => priorities[kind] ?? 0)) {
		const jobs = same.map((order) => ({ payload: order, key: `identity-mail|${digestOf(order)}` }));
		await enqueueAll(db, IDENTITY_MAIL_TASK, jobs, priority);
	}
}

export const readMailOrder = (payload: unknown): MailOrder => mailOrder.parse(payload);

export function eventOfMail(payload: unknown): Pick<LoggedEvent, 'source' | 'what' | 'uid'> {
	const { kind = IDENTITY_MAIL_TASK, uid } = payload as { kind?: string; uid?: string };
	return { source: 'mail', what: kind, uid };
}
