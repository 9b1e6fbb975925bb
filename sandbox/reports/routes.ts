import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Completions } from '../wall/completions.ts';

const day = z.iso.date();

/** BitLabs' format, limited to days since the start of the sandbox. Days are UTC. */
export async function reportRoutes(app: FastifyInstance, { completions }: { completions: Completions }): Promise<void> {
	const started = dayOf(Date.now());
	app.get('/v2/publishers/revenue', async (request, reply) => {
		if (!request.headers['x-s2s-token']) return reply.code(401).send({ message: 'X-S2S-Token is missing.' });
		const { startDate, endDate } = z.object({ startDate: day, endDate: day }).parse(request.query);
		const from = [startDate, started].toSorted().at(-1) as string;
		return {
			data: {
				date_range: { from: `${from}T00:00:00Z`, to: `${endDate}T00:00:00Z` },
				reports: listDays(completions, from, endDate).map(([day, usd]) => ({
					date: `${day}T00:00:00Z`,
					survey: { revenue_usd: 0, reconciliation_usd: 0 },
					offer: { revenue_usd: usd, reconciliation_usd: 0 },
					receipt: { revenue_usd: 0 },
					total: { revenue_usd: usd, reconciliation_usd: 0 },
				})),
			},
		};
	});
}

function listDays(completions: Completions, from: string, to: string): [day: string, usd: number][] {
	const days = new Map<string, number>();
	for (const { atMs, payout, reversal } of completions.list()) {
		const rows = [{ atMs, usd: Number(payout) }];
		if (reversal) rows.push({ atMs: reversal.delivery.attempts[0]?.atMs ?? Date.now(), usd: -Number(payout) });
		for (const { atMs, usd } of rows) {
			const day = dayOf(atMs);
			if (from <= day && day <= to) days.set(day, (days.get(day) ?? 0) + usd);
		}
	}
	return [...days].sort(([a], [b]) => a.localeCompare(b));
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
