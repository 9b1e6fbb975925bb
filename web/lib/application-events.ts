/**
 * What one part of the page tells another without importing it. `username-wanted` opens the username dialog;
 * `profile-updated` makes the withdraw page load username and games again; `second-factor-wanted` says that an admin's call was
 * refused for want of it.
 */
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
