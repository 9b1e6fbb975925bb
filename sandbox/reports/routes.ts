import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dayOf, type WallReport } from './wall-report.ts';

const day = z.iso.date();

/** BitLabs' format, limited to days since the start of the sandbox. */
export function reportRoutes(report: WallReport): (app: FastifyInstance) => Promise<void> {
	return async (app) => {
		app.get('/v2/publishers/revenue', async (request, reply) => {
			if (!request.headers['x-s2s-token']) return reply.code(401).send({ message: 'X-S2S-Token is missing.' });
			const { startDate, endDate } = z.object({ startDate: day, endDate: day }).parse(request.query);
			const from = [startDate, dayOf(report.startedMs)].toSorted().at(-1) as string;
			return {
				data: {
					date_range: { from: `${from}T00:00:00Z`, to: `${endDate}T00:00:00Z` },
					reports: report.listDays(from, endDate).map(({ day, usd }) => ({
						date: `${day}T00:00:00Z`,
						survey: { revenue_usd: 0, reconciliation_usd: 0 },
						offer: { revenue_usd: usd, reconciliation_usd: 0 },
						receipt: { revenue_usd: 0 },
						total: { revenue_usd: usd, reconciliation_usd: 0 },
					})),
				},
			};
		});
	};
}
