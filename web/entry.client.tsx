import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { takeHandOffToken } from './app/before-first-paint.ts';
import { meetVisitor } from './app/visitor.ts';
import { language } from './lib/format/language.ts';

const WORKER_AFTER_MS = 5_000;

// The application mounts after the first authentication state is known (specification section 4).
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

// Late: it only serves those who come again. A browser without, or plain http, does without.
setTimeout(() => {
	navigator.serviceWorker?.register(`/service-worker.js?language=${language}`).catch(() => {});
}, WORKER_AFTER_MS);
