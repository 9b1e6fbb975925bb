import { type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import type { TicketDeps } from '../act-on-ticket.ts';

export async function adminMessageUser(
	deps: TicketDeps,
	{ uid, message }: { uid: string; message: string },
	admin: AdminContext,
): Promise<{ uid: string }> {
	await withAudit(deps, admin, { action: 'message', user: uid, isFree: true }, async (tx) => {
		await notifyUser(tx, { uid, kind: 'message', data: { text: message } });
		return { result: undefined, change: { before: {}, after: { message } } };
	});
	deps.publish(uid);
	return { uid };
}
