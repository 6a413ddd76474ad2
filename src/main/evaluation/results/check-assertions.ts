import type { Assertion } from '../../../shared/domain/experiment-file.ts'
import type {
  AssertionResult,
  ExperimentPlan,
  VariantComparison,
  VariantResult,
} from '../../../shared/domain/experiment.ts'

/** Holds the assertions of an experiment against its figures; one that names no variant is checked for each. */
export function checkAssertions(
  assertions: readonly Assertion[],
  { variants: planned, baselineId }: Pick<ExperimentPlan, 'variants' | 'baselineId'>,
  variants: readonly VariantResult[],
  comparisons: readonly VariantComparison[],
): readonly AssertionResult[] {
  return assertions.flatMap((assertion) => {
    const named = assertion.variant === undefined ? planned.map(({ id }) => id) : [assertion.variant]
    return named.flatMap((id) => [
      ...checkBounds(assertion, id, variants),
      // The baseline is not compared with itself.
      ...(id === baselineId && assertion.variant === undefined
        ? []
        : checkVerdict(assertion, id, comparisons)),
    ])
  })
}

function checkBounds(
  { metric, min, max }: Assertion,
  variantId: string,
  variants: readonly VariantResult[],
): AssertionResult[] {
  if (min === undefined && max === undefined) return []
  const value = variants.find(({ id }) => id === variantId)?.metrics[metric]?.mean ?? null
  const expected = [
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ].join(' and ')
  const ok = value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
  const found = value === null ? 'no cell has a value' : `it is ${rounded(value)}`
  return [
    {
      metric,
      variant: variantId,
      expected,
      value,
      ok,
      message: ok ? '' : `${metric} of ${variantId} should be ${expected}; ${found}.`,
    },
  ]
}

function checkVerdict(
  { metric, verdict: wanted }: Assertion,
  variantId: string,
  comparisons: readonly VariantComparison[],
): AssertionResult[] {
  if (wanted === undefined) return []
  const comparison = comparisons.find((one) => one.b === variantId && one.metric === metric)
  const word = comparison?.verdict.word ?? 'not-enough-data'
  // Nothing was compared: that a variant has no value at all is no reason to let it pass.
  const isCompared = comparison !== undefined && comparison.difference !== null
  const ok = isCompared && (wanted === 'better' ? word === 'better' : word !== 'worse')
  const expected = wanted === 'better' ? 'better than the baseline' : 'not worse than the baseline'
  return [
    {
      metric,
      variant: variantId,
      expected,
      value: comparison?.difference ?? null,
      ok,
      message: ok
        ? ''
        : `${metric} of ${variantId} should be ${expected}; ${isCompared ? `the verdict is ${wordText(word)}` : 'there is nothing to compare'}.`,
    },
  ]
}

function wordText(word: VariantComparison['verdict']['word']): string {
  return word.replaceAll('-', ' ')
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
