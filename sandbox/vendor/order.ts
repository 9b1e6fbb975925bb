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

type OrderStatus = 'Pending' | 'Queued' | 'Completed' | 'Error' | 'Cancelled';
export const orderErrorReasons = [
	'gamepass_not_found',
	'insufficient_customer_balance',
	'vip_server_not_found',
	'vip_server_wrong_price',
	'unknown_error',
] as const;
export type OrderErrorReason = (typeof orderErrorReasons)[number];
export type OrderError = { reason: OrderErrorReason; message: string };

export type Order = {
	orderId: string;
	uuid: string;
	status: OrderStatus;
	robloxUserId: number;
	robloxUsername: string;
	robuxAmount: number;
	placeId: number;
	universeId: number;
	gamepassId: number;
	passPrice: number;
	isPreOrder: boolean;
	checkOwnership: boolean;
	/** Micro-USD, debited on acceptance. */
	priceMicros: number;
	ratePerThousand: number;
	vendorId: string | null;
	error: OrderError | null;
	createCalls: number;
	resends: number;
};

export function isFinal(status: OrderStatus): boolean {
	return status === 'Completed' || status === 'Error' || status === 'Cancelled';
}

export function orderInfo(order: Order): unknown {
	return {
		type: 'gamepass_order',
		uuid: order.uuid,
		price: order.status === 'Completed' ? order.priceMicros / 1_000_000 : null,
		vendorId: order.vendorId,
		robuxAmount: order.robuxAmount,
		status: order.status,
		robloxUserId: order.robloxUserId,
		robloxUsername: order.robloxUsername,
		error: order.error,
	};
}

export function createdOrder(order: Order): unknown {
	const { orderId, robloxUsername, robloxUserId, robuxAmount, status, universeId, placeId, gamepassId } = order;
	return { orderId, robloxUsername, robloxUserId, robuxAmount, status, universeId, placeId, gamepassId };
}
