import { CompiledQuery, type QueryResult } from 'kysely';
import type { Queryable } from './spread/engine.ts';

/**
 * Arrays are sent in binary, because parsing text arrays took nearly half of the server's work. The SQL cast must name
 * the same type.
 * Source: the recv functions in PostgreSQL's backend/utils/adt.
 */
const OID = { uuid: 2950, bigint: 20, timestamptz: 1184, text: 25 };

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
const UUID_BYTES = 16;
const DASH = '-'.charCodeAt(0);
const INT8_BYTES = 8;
const UTF8_BYTES_MAX = 3;
const TWO_TO_32 = 2 ** 32;
const EPOCH_2000_MS = 946_684_800_000;

export function uuids(values: readonly (string | undefined)[]): Buffer {
	return encode(OID.uuid, values, UUID_BYTES, (view, value, at) => {
		let written = 0;
		for (let n = 0; n < value.length; n += 2) {
			if (value.charCodeAt(n) === DASH) n += 1;
			const byte = (digitAt(value, n) << 4) | digitAt(value, n + 1);
			if (byte < 0 || written === UUID_BYTES) throw new RangeError('a uuid is 32 hexadecimal digits');
			view.setUint8(at + written, byte);
			written += 1;
		}
		if (written !== UUID_BYTES) throw new RangeError('a uuid is 32 hexadecimal digits');
	});
}

export function bigints(values: readonly (number | bigint | undefined)[]): Buffer {
	return encode(OID.bigint, values, INT8_BYTES, (view, value, at) => {
		if (typeof value === 'bigint') view.setBigInt64(at, value);
		else writeInteger(view, value, at);
	});
}

/** @param values ms since the epoch. @throws RangeError for a fraction. */
export function timestamps(values: readonly (number | undefined)[]): Buffer {
	return encode(OID.timestamptz, values, INT8_BYTES, (view, ms, at) => {
		writeInteger(view, (ms - EPOCH_2000_MS) * 1_000, at);
	});
}

export function texts(values: readonly (string | undefined)[]): Buffer {
	let longest = HEADER_BYTES;
	for (const value of values) longest += LENGTH_BYTES + (value === undefined ? 0 : value.length * UTF8_BYTES_MAX);
	const buffer = Buffer.allocUnsafe(longest);
	const view = viewOf(buffer);
	let at = HEADER_BYTES;
	let hasNull = false;
	for (const value of values) {
		const length = value === undefined ? NULL_LENGTH : buffer.write(value, at + LENGTH_BYTES);
		view.setInt32(at, length);
		at += LENGTH_BYTES + Math.max(length, 0);
		hasNull ||= value === undefined;
	}
	writeHeader(view, OID.text, values.length, hasNull);
	return buffer.subarray(0, at);
}

function encode<Value>(
	oid: number,
	values: readonly (Value | undefined)[],
	bytes: number,
	write: (view: DataView, value: Value, at: number) => void,
): Buffer {
	const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + bytes));
	const view = viewOf(buffer);
	let at = HEADER_BYTES;
	let hasNull = false;
	for (const value of values) {
		const isNull = value === undefined;
		view.setInt32(at, isNull ? NULL_LENGTH : bytes);
		at += LENGTH_BYTES;
		if (isNull) {
			hasNull = true;
			continue;
		}
		write(view, value, at);
		at += bytes;
	}
	writeHeader(view, oid, values.length, hasNull);
	return buffer.subarray(0, at);
}

const viewOf = (buffer: Buffer): DataView => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);

function writeHeader(view: DataView, oid: number, length: number, hasNull: boolean): void {
	for (const [index, field] of [1, hasNull ? 1 : 0, oid, length, 1].entries()) view.setInt32(index * 4, field);
}

const DIGITS = Int16Array.from({ length: 128 }, (_, code) => {
	const digit = Number.parseInt(String.fromCharCode(code), 16);
	return Number.isNaN(digit) ? -256 : digit;
});

const digitAt = (text: string, at: number): number => DIGITS[text.charCodeAt(at)] ?? -256;

function writeInteger(view: DataView, value: number, at: number): void {
	if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact integer: ${value}`);
	const high = Math.floor(value / TWO_TO_32);
	view.setInt32(at, high);
	view.setUint32(at + 4, value - high * TWO_TO_32);
}

export function prepared<Row = unknown>(name: string, text: string) {
	const named = `-- prepared: ${name}\n${text}`;
	return (db: Queryable, ...values: unknown[]): Promise<QueryResult<Row>> =>
		db.getExecutor().executeQuery(CompiledQuery.raw(named, values) as CompiledQuery<Row>);
}
