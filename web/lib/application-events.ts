/** The `-wanted` events ask the user for what a refused call needs. */
export type ApplicationEvent =
	| 'username-wanted'
	| 'game-account-proof-wanted'
	| 'profile-updated'
	| 'second-factor-wanted'
	| 'second-factor-needed'
	| 'second-factor-given';

const target = new EventTarget();

export function sendApplicationEvent(event: ApplicationEvent): void {
	target.dispatchEvent(new Event(event));
}

export function onApplicationEvent(event: ApplicationEvent, listener: () => void): () => void {
	target.addEventListener(event, listener);
	return () => target.removeEventListener(event, listener);
}
