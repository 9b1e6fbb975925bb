import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Renders nothing if the component does not load. */
export function optional<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
	return lazy(() =>
		load().then(
			(Part) => ({ default: Part }),
			(error) => {
				error.isOptional = true;
				return { default: () => null };
			},
		),
	);
}
