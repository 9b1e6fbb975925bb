import type { EventLog } from '../../lib/event-log.ts';
import type { Vendor } from './vendor.ts';

type Answer = { kind: string; problem?: string; reason?: string; status?: string; order?: { status: string } };

const WENT_WELL = new Set(['taken', 'found', 'done', 'known', 'not-offered']);

export function withEvents(vendor: Vendor, events: Pick<EventLog, 'note'>): Vendor {
	async function noted<Given extends Answer>(call: string, orderId: string | undefined, run: () => Promise<Given>) {
		const startedMs = performance.now();
		const answer: Given = await run();
		const outcome = WENT_WELL.has(answer.kind) ? 'done' : answer.kind;
		if (orderId === undefined && outcome === 'done') return answer;
		const note = answer.problem ?? answer.reason ?? answer.status ?? answer.order?.status;
		const what = `${vendor.name} ${call}`;
		events.note({ source: 'vendor', what, outcome, orderId, note, tookMs: performance.now() - startedMs });
		return answer;
	}
	return {
		...vendor,
		create: (order) => noted('create', order.orderId, () => vendor.create(order)),
		info: (orderId) => noted('info', orderId, () => vendor.info(orderId)),
		cancel: (orderId) => noted('cancel', orderId, () => vendor.cancel(orderId)),
		resend: (order) => noted('resend', order.orderId, () => vendor.resend(order)),
		stock: () => noted('stock', undefined, () => vendor.stock()),
		stockLevels: () => noted('stock levels', undefined, () => vendor.stockLevels()),
		balance: () => noted('balance', undefined, () => vendor.balance()),
	};
}
