import type { Dependencies } from './app/dependencies.ts';
import { readGivenFile } from './command-line.ts';
import { StartProblem } from './lib/start-problem.ts';
import { type CheckedOrder, checkOrders } from './withdrawals/review/payout-review.ts';

const ORDER_ID_MAX = 200;

/** @param operands a file with an order id on each line. @returns 1 if an answer is unclear. */
export async function queryVendorHere(
	{ db, clock, currentVendor: vendor }: Pick<Dependencies, 'db' | 'clock' | 'currentVendor'>,
	[file = '']: readonly string[],
): Promise<number> {
	if (!vendor) throw new StartProblem('No vendor is set up. Set PAYOUT_VENDOR.');
	const checked = await checkOrders({ db, clock, vendor }, await readOrderIds(file));
	for (const { orderId, found, status } of checked) {
		if (found === 'only-there')
			console.log(`${orderId}: only ${vendor.name} has this order (${status}). See Withdrawals in the admin area.`);
		if (found === 'unclear') console.log(`${orderId}: unclear response. Run this command again later.`);
	}
	const count = (found: CheckedOrder['found']) => checked.filter((order) => order.found === found).length;
	console.log(
		`${checked.length} orders: ${count('ours')} known here, ${count('only-there')} only at ${vendor.name}, ${count('unknown')} unknown, ${count('unclear')} unclear.`,
	);
	return count('unclear') === 0 ? 0 : 1;
}

async function readOrderIds(file: string): Promise<string[]> {
	const text = (await readGivenFile(file)).toString();
	const orderIds = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
	const wrong = orderIds.find((id) => id.length > ORDER_ID_MAX || !/^[\w.:-]+$/.test(id));
	if (wrong !== undefined) throw new StartProblem(`${file} must contain one order ID per line. Invalid line: ${wrong}`);
	return orderIds;
}
