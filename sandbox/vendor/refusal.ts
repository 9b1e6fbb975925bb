export class VendorRefusal extends Error {
	readonly statusCode: number;
	readonly code: string;

	constructor(statusCode: number, code: string, message: string) {
		super(message);
		this.statusCode = statusCode;
		this.code = code;
	}
}

export function vendorErrorBody(code: string, message: string, path: string): unknown {
	return { message, code, path, timestamp: new Date().toISOString() };
}
