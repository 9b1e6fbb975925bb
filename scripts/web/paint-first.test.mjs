import { fetchScriptsAfterPaint, fetchScriptsGently } from './paint-first.mjs';

const page =
	'<head><link rel="modulepreload" href="/assets/a-1.js"/><link rel="icon" href="/favicon.svg"/></head>' +
	'<body><p>Price: $&</p><script type="module" async="">import "/assets/a-1.js"</script></body>';

test('a readable page fetches no script before it is painted', () => {
	const html = fetchScriptsAfterPaint(page);
	expect(html).not.toMatch(/<link rel="modulepreload"|<script type="module"/);
	expect(html).toContain('<p>Price: $&</p><script type="text/plain" id="start">import "/assets/a-1.js"</script>');
	expect(html).toContain('["/assets/a-1.js"]');
	expect(html).toContain('<link rel="icon" href="/favicon.svg"/>');
});

test('rejects a page without a start script', () => {
	expect(() => fetchScriptsAfterPaint('<body></body>')).toThrow('nothing that starts it');
});

test('a page that needs its scripts fetches them with low priority', () => {
	expect(fetchScriptsGently(page)).toBe(
		page.replace('"modulepreload" href', '"modulepreload" fetchpriority="low" href'),
	);
});
