/** Roo Code's answer to a model that says its input is too long: at most three tries at 75 %. */
export const forcedReduction = { tries: 3, percent: 75 } as const
