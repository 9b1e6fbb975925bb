import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Returns a lazy part that renders nothing if it does not load. */
export function optional<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
	return lazy(() =>
		load().then(
			(Part) => ({ default: Part }),
			(error) => {
				// Keeps the page from reloading (`before-first-paint.ts`).
				error.isOptional = true;
				return { default: () => null };
			},
		),
	);
}
