import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { takeHandOffToken } from './app/inline/before-first-paint.ts';
import { meetVisitor } from './app/visitor.ts';
import { language } from './lib/format/formats.ts';

const WORKER_AFTER_MS = 5_000;

// Hydrates after the first auth state is known (specification section 4).
meetVisitor(takeHandOffToken()).then(() => {
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<HydratedRouter />
			</StrictMode>,
		);
	});
});

// Registers the service worker late, because only repeat visits benefit.
setTimeout(() => {
	navigator.serviceWorker?.register(`/service-worker.js?language=${language}`).catch(() => {});
}, WORKER_AFTER_MS);
