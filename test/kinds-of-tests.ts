import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export type KindOfTest = 'pure' | 'pages' | 'pages-alone' | 'database' | 'processes';

const ROOT = join(import.meta.dirname, '..');
const TESTS = '{contract,server,sandbox,web,test,scripts,proof}/**/*.test.{ts,tsx,mjs}';
/** Ignores imports of the product: only test support decides what a test needs. */
const PRODUCT = /^(contract|server|sandbox|web)\//;
const IMPORTED = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)';$/gm;

/** Groups test files by needs: none, a DOM (`alone` if module state matters), the shared database, or own processes. */
export function testsByKind(): Record<KindOfTest, string[]> {
	const tests: Record<KindOfTest, string[]> = { pure: [], pages: [], 'pages-alone': [], database: [], processes: [] };
	for (const path of globSync(TESTS, { cwd: ROOT })) tests[kindOf(path)].push(path);
	return tests;
}

function kindOf(test: string): KindOfTest {
	if (test.endsWith('.alone.test.tsx')) return 'pages-alone';
	if (test.endsWith('.test.tsx')) return 'pages';
	const sources = [...supportOf(test)].map((path) => readFileSync(join(ROOT, path), 'utf8'));
	if (sources.some((source) => source.includes("from 'node:child_process'"))) return 'processes';
	return sources.some((source) => source.includes("inject('postgres')")) ? 'database' : 'pure';
}

function supportOf(path: string, found = new Set<string>()): Set<string> {
	found.add(path);
	for (const [, target = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORTED)) {
		const imported = relative(ROOT, join(ROOT, dirname(path), target));
		if (!PRODUCT.test(imported) && !found.has(imported) && existsSync(join(ROOT, imported))) supportOf(imported, found);
	}
	return found;
}
