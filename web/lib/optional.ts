import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';

const IDLE_AFTER_MS = 500;

/** Lets the first data of a page come first. */
export async function untilIdle(): Promise<void> {
	const { requestIdleCallback: request } = globalThis;
	if (request) await new Promise((resolve) => request(resolve, { timeout: IDLE_AFTER_MS }));
}

/** Renders nothing if the component does not load. */
export function optional<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
	return lazy(async () => ({ default: await orElse(untilIdle().then(load), () => null) }));
}

/** Keeps the page if a script is gone. */
export function orElse<Value>(loading: Promise<Value>, fallback: Value): Promise<Value> {
	return loading.catch((error) => {
		error.isOptional = true;
		return fallback;
	});
}

type PropsOf<Component> = Component extends (props: infer Props) => ReactNode ? Props : never;

/** A component of a script that loads when the component is first rendered. After `preload`, it shows no fallback. */
export function part<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
	type Loaded = { default: ComponentType<PropsOf<Module[Name]>> };
	let loaded: Loaded | undefined;
	const get = async () => {
		loaded = { default: (await load())[name] as Loaded['default'] };
		return loaded;
	};
	// biome-ignore lint/suspicious/noThenProperty: React shows the fallback of a promise, even a settled one, for 300 ms
	const component = lazy(() => (loaded ? ({ then: (use) => use?.(loaded as Loaded) } as Promise<Loaded>) : get()));
	return Object.assign(component, { preload: (): Promise<unknown> => get() });
}
