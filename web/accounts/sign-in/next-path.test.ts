import { readNextPath } from './next-path.ts';

test('accepts a path on this site with its query and fragment', () => {
	for (const path of ['/', '/delete-account', '/offer-history?page=2#last', '/a/../b']) {
		expect(readNextPath(path)).toBe(path);
	}
});

test('rejects paths that could lead to another site', () => {
	const elsewhere = [
		...[null, '', 'withdraw', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/a\\b'],
		...[
			'/\t/evil.example',
			' /withdraw',
			'https://evil.example/withdraw',
			'javascript:alert(1)',
			`/${'x'.repeat(501)}`,
		],
	];
	for (const text of elsewhere) expect(readNextPath(text), String(text)).toBe('/withdraw');
});

test('accepted paths stay on this site when a browser resolves them', () => {
	for (const path of ['/.//evil.example', '/%2F/evil.example', '/@evil.example', '/?//evil.example']) {
		expect(new URL(readNextPath(path), 'https://here.example').origin).toBe('https://here.example');
	}
});
