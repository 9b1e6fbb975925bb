import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTestProduct } from '../../test/sites/product.ts';

const FOLDER = join(import.meta.dirname, '../../deploy/monitoring');
const { product } = openTestProduct();

type Panel = { title: string; targets?: { expr: string }[] };

async function ruleNames(): Promise<Set<string>> {
	const text = await (await fetch(`${product().url}/metrics`)).text();
	const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
	return new Set(
		types.flatMap(([, name = '', type]) =>
			type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
		),
	);
}

const named = (text: string) => [...new Set(text.match(/\b(?:lootpass|nodejs|process)_\w+/g))];

async function dashboard(): Promise<Panel[]> {
	return JSON.parse(await readFile(join(FOLDER, 'grafana-dashboard.json'), 'utf8')).panels;
}

test('the product exports every metric that an alert or panel uses', async () => {
	const rules = await readFile(join(FOLDER, 'prometheus-alerts.yml'), 'utf8');
	const expressions = (await dashboard()).flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
	expect(named(rules).length).toBeGreaterThan(8);
	const metrics = await ruleNames();
	expect(named(rules + expressions).filter((name) => !metrics.has(name))).toEqual([]);
});

test('the dashboard shows every lootpass metric', async () => {
	const shown = named(JSON.stringify(await dashboard())).map(withoutEnding);
	const own = [...(await ruleNames())].filter((name) => name.startsWith('lootpass_')).map(withoutEnding);
	expect(own.filter((name) => !shown.includes(name))).toEqual([]);
});

const withoutEnding = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

test('a rule that pages the operator fires if its gauge is absent', async () => {
	const rules = await readFile(join(FOLDER, 'prometheus-alerts.yml'), 'utf8');
	const paging = rules.split('- alert: ').filter((rule) => rule.includes('severity: page'));
	expect(paging.length).toBeGreaterThan(6);
	const gauges = paging.flatMap((rule) => rule.match(/\b(?:lootpass_\w+|up\{\S*\})(?=[^\n]* [<>=]+ \d)/g) ?? []);
	expect(gauges).toContain('up{job="lootpass"}');
	const states = gauges.filter((name) => !/_(bucket|sum|count|total)$/.test(name));
	expect(states.filter((name) => !rules.includes(`absent(${name})`))).toEqual([]);
});
