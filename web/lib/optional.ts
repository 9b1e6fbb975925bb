import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Renders nothing if the component does not load. */
export function optional<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
	return lazy(async () => ({ default: await orElse(load(), () => null) }));
}

/** Keeps the page if a script is gone. */
export function orElse<Value>(loading: Promise<Value>, fallback: Value): Promise<Value> {
	return loading.catch((error) => {
		error.isOptional = true;
		return fallback;
	});
}
