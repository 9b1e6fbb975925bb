import { timeoutManager } from '@tanstack/react-query';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { UserDocument } from '../../contract/accounts/profiles.ts';
import { defaultAdminBanner } from '../../contract/admin/banner.ts';
import '../app/clients.ts';
import type { AuthState } from '../accounts/session/auth-state.ts';
import { ErrorPage } from '../app/error-page.tsx';
import { authState, sessionHint } from '../app/visitor.ts';
import routes from '../routes.ts';
import { type Answers, type FakeServer, startFakeServer, UID } from './fake-server.ts';

type Entry = { id?: string; path?: string; index?: boolean; file: string; children?: Entry[] };
type Page = { default: ComponentType; handle?: unknown };
type Visit = { answers?: Answers; user?: Partial<UserDocument> | null; state?: AuthState };

Object.assign(globalThis, {
	__LANGUAGES__: 'en,de',
	__LANGUAGE_NAMES__: [
		['de', 'Deutsch'],
		['en', 'English'],
		['fr', 'français'],
	],
	__PUBLIC_URL__: '',
	__ADMIN_BANNER__: defaultAdminBanner,
});

const files = import.meta.glob<Page>(['../**/*.route.tsx', '../**/*-page.tsx']);
const QUERY_HASTE = 50;
const WAIT_MS = 10_000;

configure({
	asyncUtilTimeout: WAIT_MS,
	eventWrapper: (event) => event(),
	getElementError: (message) => new Error(`${message}\n${document.body.textContent}`),
});

timeoutManager.setTimeoutProvider({
	setTimeout: (callback, ms) => setTimeout(callback, ms / QUERY_HASTE),
	clearTimeout: (timer) => clearTimeout(timer),
	setInterval: (callback, ms) => setInterval(callback, ms / QUERY_HASTE),
	clearInterval: (timer) => clearInterval(timer),
});

export function openPages(): typeof renderPage {
	let server: FakeServer | undefined;
	beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => {}));
	afterEach(() => {
		vi.useRealTimers();
		cleanup();
		authState.set({ kind: 'guest' });
		localStorage.clear();
		sessionStorage.clear();
		expect(server?.unanswered ?? [], 'asked without an answer').toEqual([]);
		server = undefined;
		vi.unstubAllGlobals();
		vi.restoreAllMocks();
	});
	return (path, visit) => {
		const page = renderPage(path, visit);
		server = page.server;
		return page;
	};
}

function renderPage(path: string, { answers = {}, user = {}, state }: Visit = {}) {
	const server = startFakeServer(answers, user ?? {});
	if (user === null) {
		authState.set({ kind: 'guest' });
	} else {
		sessionHint.set();
		authState.set(state ?? { kind: 'signed-in', uid: UID, handOff: 'none' });
	}
	const router = createMemoryRouter(
		[
			{
				lazy: async () => ({ Component: (await import('../app/shell.tsx')).Shell }),
				ErrorBoundary: ErrorPage,
				HydrateFallback: () => null,
				children: routeObjects(routes as Entry[]),
			},
		],
		{ initialEntries: [path] },
	);
	render(<RouterProvider router={router} onError={(error) => console.info(error)} />);
	return { server, router, person: userEvent.setup({ delay: null }) };
}

function routeObjects(entries: readonly Entry[]): RouteObject[] {
	return entries.map(({ id, path, index, file, children }) => {
		const lazy = async () => {
			const page = await files[`../${file}`]?.();
			if (!page) throw new Error(`there is no ${file}`);
			return { Component: page.default, handle: page.handle };
		};
		if (index) return { index, lazy };
		return { ...(id && { id }), ...(path && { path }), lazy, ...(children && { children: routeObjects(children) }) };
	});
}

export async function expectText(text: string | RegExp, part: HTMLElement = document.body): Promise<void> {
	await waitFor(() => expect(part.textContent).toMatch(text instanceof RegExp ? text : literally(text)));
}

const literally = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
export const expectFocus = (element: () => Element) => waitFor(() => expect(document.activeElement).toBe(element()));
export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

export function textsOf(role: string, name?: string | RegExp, within_: HTMLElement = document.body): string[] {
	return within(within_)
		.queryAllByRole(role, name === undefined ? {} : { name })
		.map(({ textContent }) => textContent);
}

export function stopTime(): (ms: number) => Promise<void> {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	return (ms) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
}

export function held<Value>(): { promise: Promise<Value>; release: (value: Value) => void } {
	const { promise, resolve } = Promise.withResolvers<Value>();
	return { promise, release: resolve };
}

export { screen, waitFor, within };
