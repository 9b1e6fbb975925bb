export type Stock = ReturnType<typeof createStock>;
export type StockFigures = {
	robuxAvailable: number;
	maxRobuxAvailable: number;
	/** Micro-USD on our account at the vendor. */
	balanceMicros: number;
	/** USD per 1,000 R$. */
	ratePerThousand: number;
};

const figuresAtStart: StockFigures = {
	robuxAvailable: 25_000,
	maxRobuxAvailable: 180_000,
	balanceMicros: 500_000_000,
	ratePerThousand: 5,
};

export function createStock() {
	let figures = { ...figuresAtStart };
	return {
		figures: () => ({ ...figures }),
		set: (changed: Partial<StockFigures>) => {
			figures = { ...figures, ...changed };
		},
		reset: () => {
			figures = { ...figuresAtStart };
		},
		/** 1 USD per 1,000 R$ is 1,000 micro-USD per R$. */
		priceMicros: (robux: number) => Math.round(robux * figures.ratePerThousand * 1_000),
		take(robux: number, priceMicros: number): void {
			figures.robuxAvailable -= robux;
			figures.maxRobuxAvailable -= robux;
			figures.balanceMicros -= priceMicros;
		},
		giveBack(robux: number, priceMicros: number): void {
			figures.robuxAvailable += robux;
			figures.maxRobuxAvailable += robux;
			figures.balanceMicros += priceMicros;
		},
	};
}
