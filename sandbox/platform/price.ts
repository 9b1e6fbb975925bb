/** The price a pass needs so that its owner is paid `amount`: round(amount / 0.7), halves up, without a float. */
export function passPrice(amount: number): number {
	return Math.floor((amount * 100 + 35) / 70);
}

/** The other rounding in use, ceil(amount / 0.7): what a payout vendor looks for when it is not told the pass. */
export function passPriceRoundedUp(amount: number): number {
	return Math.ceil((amount * 10) / 7);
}
