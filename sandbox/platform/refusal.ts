export type ErrorShape = 'list' | 'open-cloud' | 'passes';

export class PlatformRefusal extends Error {
	readonly statusCode: number;
	readonly shape: ErrorShape;
	readonly code: number | string;
	readonly field: string | null;

	constructor(shape: ErrorShape, statusCode: number, code: number | string, message: string, field?: string) {
		super(message);
		this.shape = shape;
		this.statusCode = statusCode;
		this.code = code;
		this.field = field ?? null;
	}
}

export function refusalBody(shape: ErrorShape, code: number | string, message: string, field: string | null): unknown {
	if (shape === 'list') return { errors: [{ code, message }] };
	if (shape === 'open-cloud') return { code, message };
	return { errorCode: code, errorMessage: message, field, hint: null };
}

export function shapeOf(path: string): ErrorShape {
	if (path.startsWith('/game-passes/')) return 'passes';
	return path.startsWith('/universes/') ? 'open-cloud' : 'list';
}

export function generalRefusalBody(path: string, status: number): unknown {
	const shape = shapeOf(path);
	const tooMany = status === 429;
	const message = tooMany ? 'Too many requests' : status === 404 ? 'NotFound' : 'InternalServerError';
	if (shape === 'list') return refusalBody(shape, tooMany && path.startsWith('/v1/games') ? 4 : 0, message, null);
	if (shape === 'open-cloud') return refusalBody(shape, tooMany ? 'RESOURCE_EXHAUSTED' : 'INTERNAL', message, null);
	return refusalBody(shape, tooMany ? 'TooManyRequests' : 'InternalError', message, null);
}
