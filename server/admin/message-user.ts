import { notifyUser } from '../notifications/notify-user.ts';
import { type DeedDeps, type Doer, doDeed } from './deed.ts';

/** Writes to a user: a notice in the app, and a mail. */
export async function adminMessageUser(
	deps: DeedDeps & { publish(uid: string): void },
	doer: Doer,
	{ uid, message }: { uid: string; message: string },
): Promise<{ uid: string }> {
	await doDeed(deps, doer, { action: 'message', uid, reason: null }, async (tx) => {
		await notifyUser(tx, { uid, kind: 'message', data: { text: message } });
		return { result: undefined, change: { before: {}, after: { message } } };
	});
	deps.publish(uid);
	return { uid };
}
