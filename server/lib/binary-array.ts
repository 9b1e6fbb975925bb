/**
 * Array parameters in PostgreSQL's binary form. As text, reading the arrays of a batch (uuids and times above all) was
 * nearly half of the server's work for it; in binary it is a copy.
 *
 * The cast in the statement must name the same type: `unnest(${uuids(...)}::uuid[])`.
 * Source: array_recv, uuid_recv, int8recv, timestamptz_recv and textrecv in PostgreSQL's backend/utils/adt.
 */
const OID = { uuid: 2950, bigint: 20, timestamptz: 1184, text: 25 };

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
const UUID_BYTES = 16;
const INT8_BYTES = 8;
const TWO_TO_32 = 2 ** 32;
/** 2000-01-01, where PostgreSQL starts to count microseconds. */
const EPOCH_2000_MS = 946_684_800_000;

/** @throws RangeError for a text that is not a uuid. */
export function uuids(values: readonly (string | undefined)[]): Buffer {
	return encode(OID.uuid, values, UUID_BYTES, (buffer, value, at) => {
		if (buffer.write(value.replaceAll('-', ''), at, UUID_BYTES, 'hex') !== UUID_BYTES) {
			throw new RangeError('a uuid is not 32 hexadecimal digits');
		}
	});
}

/** @throws RangeError for a number that is not an exact integer. */
export function bigints(values: readonly (number | bigint | undefined)[]): Buffer {
	return encode(OID.bigint, values, INT8_BYTES, (buffer, value, at) => {
		if (typeof value === 'bigint') buffer.writeBigInt64BE(value, at);
		else writeInteger(buffer, value, at);
	});
}

/** Milliseconds since the epoch to `timestamptz`. @throws RangeError for a fraction of one. */
export function timestamps(values: readonly number[]): Buffer {
	return encode(OID.timestamptz, values, INT8_BYTES, (buffer, ms, at) => {
		writeInteger(buffer, (ms - EPOCH_2000_MS) * 1_000, at);
	});
}

export function texts(values: readonly (string | undefined)[]): Buffer {
	let size = HEADER_BYTES;
	for (const value of values) size += LENGTH_BYTES + (value === undefined ? 0 : Buffer.byteLength(value));
	const buffer = Buffer.allocUnsafe(size);
	let at = writeHeader(buffer, OID.text, values);
	for (const value of values) {
		const length = value === undefined ? 0 : buffer.write(value, at + LENGTH_BYTES);
		buffer.writeInt32BE(value === undefined ? NULL_LENGTH : length, at);
		at += LENGTH_BYTES + length;
	}
	return buffer;
}

function encode<Value>(
	oid: number,
	values: readonly (Value | undefined)[],
	bytes: number,
	write: (buffer: Buffer, value: Value, at: number) => void,
): Buffer {
	const present = values.filter((value) => value !== undefined).length;
	const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * LENGTH_BYTES + present * bytes);
	let at = writeHeader(buffer, oid, values);
	for (const value of values) {
		at = buffer.writeInt32BE(value === undefined ? NULL_LENGTH : bytes, at);
		if (value === undefined) continue;
		write(buffer, value, at);
		at += bytes;
	}
	return buffer;
}

/** One dimension that starts at 1. @returns where the elements start. */
function writeHeader(buffer: Buffer, oid: number, values: readonly unknown[]): number {
	const hasNull = values.includes(undefined) ? 1 : 0;
	let at = 0;
	for (const field of [1, hasNull, oid, values.length, 1]) at = buffer.writeInt32BE(field, at);
	return at;
}

function writeInteger(buffer: Buffer, value: number, at: number): void {
	if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact integer: ${value}`);
	const high = Math.floor(value / TWO_TO_32);
	buffer.writeInt32BE(high, at);
	buffer.writeUInt32BE(value - high * TWO_TO_32, at + 4);
}
