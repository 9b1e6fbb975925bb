/** Tells another part of the page without importing it. `second-factor-wanted`: an admin's call was refused for it. */
export type ApplicationEvent = 'username-wanted' | 'profile-updated' | 'second-factor-wanted';

const target = new EventTarget();

export function sendApplicationEvent(event: ApplicationEvent): void {
	target.dispatchEvent(new Event(event));
}

/** @returns a function that stops listening. */
export function onApplicationEvent(event: ApplicationEvent, listener: () => void): () => void {
	target.addEventListener(event, listener);
	return () => target.removeEventListener(event, listener);
}
