import type { PlannedCell } from './matrix.ts'

/** Id of the second sample of a variant. */
export function buildSecondSampleId(variantId: string): string {
  return `${variantId}-again`
}

/**
 * Which answer of its models a cell gets, counted from 1: those of a second sample come after those of all repeats of the
 * first, so that neither gets an answer that was kept for the other.
 */
export function computeSampleNumber({ variant, repeat }: Pick<PlannedCell, 'variant' | 'repeat'>): number {
  return variant.again === undefined ? repeat : variant.repeats + repeat
}
