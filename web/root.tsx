import { type ReactNode, Suspense } from 'react';
import { Links, Scripts, ScrollRestoration } from 'react-router';
import { HeaderFrame } from './app/header-frame.tsx';
import { beforeFirstPaint } from './app/inline/before-first-paint.ts';
import { Shell } from './app/shell.tsx';
import { direction, language, paperColours } from './lib/format/formats.ts';
import { part } from './lib/optional.ts';
import { m } from './texts/messages.js';
import theme from './ui/style/theme.css?inline';

export { ErrorPage as ErrorBoundary } from './app/error-page.tsx';

const mainLook = 'min-h-svh';
/** Server-only, so browsers do not load it. */
const Openings = import.meta.env.SSR ? part(() => import('./app/openings.tsx'), 'Openings') : undefined;

/** The style is inlined for the first paint; the CSP lists its hash. */
const style = import.meta.env.SSR ? theme : (document.querySelector('head > style')?.textContent ?? '');

export function Layout({ children }: { children: ReactNode }) {
	return (
		// The inline script may set the theme before hydration.
		<html lang={language} dir={direction} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<script
					suppressHydrationWarning
					dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? beforeFirstPaint() : '' }}
				/>
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				<meta name="referrer" content="no-referrer" />
				<meta name="theme-color" media="(prefers-color-scheme: light)" content={paperColours[0]} />
				<meta name="theme-color" media="(prefers-color-scheme: dark)" content={paperColours[1]} />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
				<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
				<link rel="manifest" href={`/app-${language}.webmanifest`} />
				<style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: style }} />
				<Links />
			</head>
			<body className="min-h-svh font-sans leading-normal antialiased">
				{children}
				<ScrollRestoration />
				<Scripts />
			</body>
		</html>
	);
}

export default function Root() {
	return <Shell />;
}

export function HydrateFallback() {
	return (
		<>
			<HeaderFrame logoTo="/admin" />
			{Openings ? (
				<main className={mainLook} aria-busy="true">
					<p className="sr-only">{m.common_loading()}</p>
					<Suspense>
						<Openings />
					</Suspense>
				</main>
			) : (
				<main className={mainLook} aria-busy="true" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
			)}
		</>
	);
}
