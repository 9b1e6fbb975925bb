/** Returns amount / 0.7, rounded half up in integer arithmetic. */
export function passPrice(amount: number): number {
	return Math.floor((amount * 100 + 35) / 70);
}

/** Returns amount / 0.7, rounded up. A payout vendor looks for this price without a pass id. */
export function passPriceRoundedUp(amount: number): number {
	return Math.ceil((amount * 10) / 7);
}
