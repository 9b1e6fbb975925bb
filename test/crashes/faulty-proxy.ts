import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../partners/random.ts';

/** `cut-after` loses the response of an applied request. `black-hole` drops bytes silently, like a stateful firewall. */
export const networkFaults = [
	'delay',
	'cut-before',
	'half-question',
	'cut-after',
	'half-answer',
	'garbage',
	'slow-drip',
	'black-hole',
] as const;
export type NetworkFault = (typeof networkFaults)[number];

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

const DELAY_MS = 250;
const DRIPS = 12;
const DRIP_EVERY_MS = 40;
const SWALLOWED_FOR_MS = 8_000;

export async function startFaultyProxy(target: NetConnectOpts, random: Random) {
	const sockets = new Set<Socket>();
	const hits = new Map<NetworkFault, number>();
	let spoilt: { fault: NetworkFault; share: number } | undefined;

	function drawFault(): NetworkFault | undefined {
		if (!spoilt || !random.chance(spoilt.share)) return undefined;
		hits.set(spoilt.fault, (hits.get(spoilt.fault) ?? 0) + 1);
		return spoilt.fault;
	}

	const server = createServer({ allowHalfOpen: true }, (client) => {
		const answering = connect({ ...target, allowHalfOpen: true });
		for (const socket of [client, answering]) {
			sockets.add(socket);
			socket.setNoDelay();
			// Ignores connection resets, which are intended; `close` follows.
			socket.on('error', () => {});
			socket.once('close', () => sockets.delete(socket));
		}
		join(client, answering, drawFault);
	});
	server.listen(0, 'localhost');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		hits,
		/** Applies to this share of requests, on open and new connections. */
		spoil(fault: NetworkFault, share: number) {
			spoilt = { fault, share };
		},
		heal() {
			spoilt = undefined;
		},
		async close() {
			const closed = once(server, 'close');
			server.close();
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
}

function join(client: Socket, answering: Socket, drawFault: () => NetworkFault | undefined): void {
	let fault: NetworkFault | undefined;
	let [toServer, toClient] = [Promise.resolve(), Promise.resolve()];

	function cut(): void {
		client.resetAndDestroy();
		answering.destroy();
	}

	async function passQuestion(question: Buffer, own: NetworkFault | undefined): Promise<void> {
		if (own === 'delay') await sleep(DELAY_MS);
		if (own === 'cut-before') return cut();
		if (own !== 'half-question') return void answering.write(question);
		answering.end(question.subarray(0, question.length >> 1));
		await sleep(DELAY_MS);
		cut();
	}

	async function passAnswer(answer: Buffer, own: NetworkFault | undefined): Promise<void> {
		if (own === 'cut-after') return cut();
		if (own === 'garbage') return void client.write(randomBytes(answer.length));
		if (own === 'slow-drip') return drip(client, answer);
		if (own !== 'half-answer') return void client.write(answer);
		client.write(answer.subarray(0, answer.length >> 1), cut);
	}

	client.on('data', (question) => {
		if (fault === 'black-hole') return;
		fault = drawFault();
		if (fault === 'black-hole') return;
		const own = fault;
		toServer = toServer.then(() => passQuestion(question, own));
	});
	answering.on('data', (answer) => {
		if (fault === 'black-hole') return;
		const own = fault;
		toClient = toClient.then(() => passAnswer(answer, own));
	});
	// Forwards a close after pending data, except in a black hole.
	client.once('close', () => {
		if (fault === 'black-hole') setTimeout(() => answering.destroy(), SWALLOWED_FOR_MS).unref();
		else answering.destroy();
	});
	answering.once('close', () => {
		if (fault !== 'black-hole') void toClient.then(() => client.destroy());
	});
	client.on('end', () => {
		if (fault !== 'black-hole') void toServer.then(() => answering.end());
	});
	answering.on('end', () => {
		if (fault !== 'black-hole') void toClient.then(() => client.end());
	});
}

async function drip(to: Socket, answer: Buffer): Promise<void> {
	const step = Math.ceil(answer.length / DRIPS);
	for (let start = 0; start < answer.length && !to.destroyed; start += step) {
		to.write(answer.subarray(start, start + step));
		await sleep(DRIP_EVERY_MS);
	}
}
