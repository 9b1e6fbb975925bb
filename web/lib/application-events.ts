/**
 * Tells another part of the page without importing it. `game-account-proof-wanted` and
 * `second-factor-wanted`: a call was refused for it.
 */
export type ApplicationEvent =
	| 'username-wanted'
	| 'game-account-proof-wanted'
	| 'profile-updated'
	| 'second-factor-wanted';

const target = new EventTarget();

export function sendApplicationEvent(event: ApplicationEvent): void {
	target.dispatchEvent(new Event(event));
}

/** @returns a function that stops listening. */
export function onApplicationEvent(event: ApplicationEvent, listener: () => void): () => void {
	target.addEventListener(event, listener);
	return () => target.removeEventListener(event, listener);
}
