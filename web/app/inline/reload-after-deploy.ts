type PreloadError = Event & { payload: Error & { isOptional?: true } };

/** An inline script. Reloads the page if a deploy has removed its files. */
export function reloadAfterDeploy(): void {
	// Vite also reports other errors.
	const NOT_LOADED = /dynamically imported module|importing a module script|preload CSS/i;
	addEventListener('vite:preloadError', (event) => {
		const { payload } = event as PreloadError;
		if (!NOT_LOADED.test(payload.message)) return;
		setTimeout(() => {
			if (payload.isOptional || Date.now() - (history.state?.reloadedAt ?? 0) < 60_000) return;
			history.replaceState({ ...history.state, reloadedAt: Date.now() }, '');
			location.reload();
		});
	});
}
