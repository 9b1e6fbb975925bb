import { Gauge, Registry } from 'prom-client';
import type { BoundGauge } from '../lib/feature.ts';

type Figures = Awaited<ReturnType<BoundGauge['read']>>;

/** If a gauge fails, only `lootpass_database_up` has a value. */
export async function readSiteMetrics(gauges: readonly BoundGauge[]): Promise<string> {
	const registry = new Registry();
	const registers = [registry];
	const figures = await readAll(gauges).catch(() => undefined);
	for (const { name, help, labels = [] } of gauges) {
		const gauge = new Gauge({ name, help, labelNames: labels, registers });
		if (labels.length === 0) gauge.remove();
		for (const { labels: of = {}, value } of figures?.get(name) ?? []) gauge.set(of, value);
	}
	const up = new Gauge({ name: 'lootpass_database_up', help: '1 if the database responds', registers });
	up.set(figures ? 1 : 0);
	return registry.metrics();
}

/** Reads one gauge after another, so that a scrape uses one connection at most. */
async function readAll(gauges: readonly BoundGauge[]): Promise<Map<string, Figures>> {
	const figures = new Map<string, Figures>();
	for (const { name, read } of gauges) figures.set(name, await read());
	return figures;
}
