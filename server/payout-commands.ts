import { readFile } from 'node:fs/promises';
import type { Dependencies } from './app/dependencies.ts';
import { reasonOf, StartProblem } from './lib/start-problem.ts';
import { type AskedOrder, askAboutOrders } from './withdrawals/review/ask-about-orders.ts';

const ORDER_ID_MAX = 200;

/** @param operands the file: order ids as the vendor's own pages show them, one a line. @returns 1 while some answer is unclear. */
export async function askVendorHere(
	{ db, clock, currentVendor: vendor }: Pick<Dependencies, 'db' | 'clock' | 'currentVendor'>,
	[file = '']: readonly string[],
): Promise<number> {
	if (!vendor) throw new StartProblem('No vendor is set up: see PAYOUT_VENDOR.');
	const asked = await askAboutOrders({ db, clock, vendor }, await readOrderIds(file));
	for (const { orderId, found, status } of asked) {
		if (found === 'only-there')
			console.log(`${orderId}: only ${vendor.name} has it, ${status}. Look under Withdrawals.`);
		if (found === 'unclear') console.log(`${orderId}: no clear answer, ask again.`);
	}
	const count = (found: AskedOrder['found']) => asked.filter((order) => order.found === found).length;
	console.log(
		`${asked.length} orders: ${count('ours')} are ours, ${count('only-there')} only ${vendor.name} has, ${count('unknown')} nobody, ${count('unclear')} unclear.`,
	);
	return count('unclear') === 0 ? 0 : 1;
}

async function readOrderIds(file: string): Promise<string[]> {
	const text = await readFile(file, 'utf8').catch((cause) => {
		throw new StartProblem(`${file} cannot be read: ${reasonOf(cause)}.`, { cause });
	});
	const orderIds = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
	const wrong = orderIds.find((id) => id.length > ORDER_ID_MAX || !/^[\w.:-]+$/.test(id));
	if (wrong !== undefined)
		throw new StartProblem(`${file} has to hold one order id a line, and nothing else: ${wrong}`);
	return orderIds;
}
