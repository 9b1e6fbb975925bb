import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { takeHandOffToken } from './app/before-first-paint.ts';
import { meetVisitor } from './app/visitor.ts';

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
