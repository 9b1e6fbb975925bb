export type PushSupport = 'ready' | 'blocked' | 'unsupported';

export function pushSupport(): PushSupport {
	if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
	return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

export async function currentSubscription(): Promise<PushSubscription | undefined> {
	const registration = await navigator.serviceWorker?.getRegistration();
	return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

/** Call it on a click, because browsers ask the user. @returns undefined if the user refuses. */
export async function subscribe(publicKey: string): Promise<PushSubscription | undefined> {
	if ((await Notification.requestPermission()) !== 'granted') return undefined;
	const { pushManager } = await navigator.serviceWorker.ready;
	const options = { userVisibleOnly: true, applicationServerKey: publicKey };
	try {
		return await pushManager.subscribe(options);
	} catch {
		// The existing subscription belongs to an earlier key of the site.
		await (await pushManager.getSubscription())?.unsubscribe();
		return pushManager.subscribe(options);
	}
}
