import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { part } from './optional.ts';

test('a part that was preloaded shows no fallback', async () => {
	const Part = part(async () => ({ Text: () => 'loaded' }), 'Text');
	await Part.preload();
	render(
		<Suspense fallback="loading">
			<Part />
		</Suspense>,
	);
	expect(screen.queryByText('loading')).toBeNull();
	screen.getByText('loaded');
});
