/** R$ in hundredths and $ in millionths, as integers. Separate brands prevent mixing them. */
declare const robuxCents: unique symbol;
declare const usdMicros: unique symbol;

export type RobuxCents = number & { readonly [robuxCents]: true };
export type UsdMicros = number & { readonly [usdMicros]: true };

export const asRobuxCents = (value: number): RobuxCents => assertExactInteger(value) as RobuxCents;

export const asUsdMicros = (value: number): UsdMicros => assertExactInteger(value) as UsdMicros;

const CREATOR_SHARE_TENTHS = 7;

/** Returns round(amount / 0.7) in whole R$, halves up. */
export function requiredPassPrice(amount: RobuxCents): number {
	const centsPerPriceUnit = CREATOR_SHARE_TENTHS * 10;
	return Math.floor((amount + centsPerPriceUnit / 2) / centsPerPriceUnit);
}

export function amountForPassPrice(price: number): number | undefined {
	const amount = Math.round((price * CREATOR_SHARE_TENTHS) / 10);
	return requiredPassPrice(asRobuxCents(amount * 100)) === price ? amount : undefined;
}

export const robuxToWire = (amount: RobuxCents): number => amount / 100;

/** @returns undefined unless `amount` is finite with at most two decimals. */
export function robuxFromWire(amount: number): RobuxCents | undefined {
	const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(amount));
	if (!match) return undefined;
	const [, sign, whole = '', decimals = ''] = match;
	const cents = Number(whole + decimals.padEnd(2, '0'));
	return asRobuxCents(sign && cents ? -cents : cents);
}

/** `1234` -> `12.34`, without sign or grouping. */
export function formatRobux(amount: RobuxCents): string {
	const digits = String(Math.abs(amount)).padStart(3, '0');
	return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** @returns `text` in units of 10^-decimals, rounded toward zero; undefined if malformed or too large. */
export function parseDecimal(text: string, decimals: number): number | undefined {
	const match = /^(-?)(\d{1,12})(?:\.(\d{1,60}))?$/.exec(text);
	if (!match) return undefined;
	const [, sign, whole = '', fraction = ''] = match;
	const value = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
	if (!Number.isSafeInteger(value)) return undefined;
	return sign && value ? -value : value;
}

function assertExactInteger(value: number): number {
	if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact integer amount: ${value}`);
	return value;
}
