import { alignRight, buildTable, buildText, type Block } from '../document/document.ts'
import { formatCount, formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import { sum } from '../kernel/numbers.ts'
import type { CostReport } from '../library/context-contract.ts'
import type { Autopsied } from './autopsy-types.ts'

/** Models that a summary is commonly given to, the dearest first. */
export const cheaperModels = [
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-haiku-4-5',
  'gpt-5.4',
  'gpt-5-mini',
  'gemini-2.5-flash',
] as const

/** What the condensations of a list would have cost on a model. */
type OnModel = { readonly model: string; readonly costUsd: number | null }

type SummaryRequest = NonNullable<Autopsied['summaryRequest']>

const listRequests = (all: readonly Autopsied[]): readonly SummaryRequest[] =>
  all.flatMap(({ summaryRequest }) => summaryRequest ?? [])

/**
 * The requests for summaries that agents made, at list prices of other models; each reads its history anew, since no other
 * model has it in its cache. `computeCost` gives the cost of one. `dewpoint condensations` shows it.
 */
export async function priceOnModels(
  all: readonly Autopsied[],
  models: readonly string[],
  computeCost: (
    model: string,
    request: SummaryRequest,
  ) => Promise<Pick<CostReport, 'costUsd' | 'missing' | 'knownAs'>>,
): Promise<readonly OnModel[]> {
  const requests = listRequests(all)
  if (requests.length === 0) return []
  return Promise.all(
    models.map(async (model) => {
      const costs = await Promise.all(requests.map((request) => computeCost(model, request)))
      const isKnown = costs.every(({ knownAs, missing }) => knownAs !== null && missing.length === 0)
      return { model, costUsd: isKnown ? sum(costs.map(({ costUsd }) => costUsd)) : null }
    }),
  )
}

/** The table of these, with what the agents' own requests cost as far as that is known. */
export function buildElsewhereBlocks(
  all: readonly Autopsied[],
  elsewhere: readonly OnModel[],
): readonly Block[] {
  const requests = listRequests(all)
  if (elsewhere.length === 0) return []
  const own = all.flatMap(({ summaryRequest, costUsd }) => (summaryRequest === null ? [] : (costUsd ?? [])))
  const counted = requests.filter(({ isRecorded }) => !isRecorded).length
  const [read, written] = [
    sum(requests.map((one) => one.tokensIn)),
    sum(requests.map((one) => one.tokensOut)),
  ]
  const formatEach = (costUsd: number | null): string =>
    costUsd === null ? '–' : formatUsd(costUsd / requests.length)
  return [
    buildText(
      `Your ${formatCountWithNoun(requests.length, 'condensation')} on another model: ${formatCount(read)} tokens read, ${formatCount(written)} written, at list prices and without a cache.`,
    ),
    buildTable(
      ['Model', ...alignRight('Cost', 'Cost each')],
      [
        ...(own.length === requests.length
          ? [['as the agents made them', formatUsd(sum(own)), formatEach(sum(own))]]
          : []),
        ...elsewhere.map(({ model, costUsd }) => [
          model,
          costUsd === null ? 'no list price' : formatUsd(costUsd),
          formatEach(costUsd),
        ]),
      ],
    ),
    buildText(
      counted > 0 &&
        `The tokens of ${formatCount(counted)} are the size before and a count of the summary, since their requests are not recorded.`,
    ),
  ]
}
