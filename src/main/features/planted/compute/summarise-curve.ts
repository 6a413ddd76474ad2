import type { Stats } from '../../../../shared/condense/outcome-types.ts'
import type { ControlId } from '../../../../shared/kernel/control.ts'
import { computeMean, sum } from '../../../../shared/kernel/numbers.ts'
import type { ModelPrices } from '../../../../shared/models/pricing-types.ts'
import {
  curveSizes,
  type PlantedArea,
  type PlantedCurve,
  type PlantedFate,
  type PlantedKind,
  type PlantedOnce,
} from '../../../../shared/planted/planted-types.ts'
import { computeBreakEven, estimateMeasuredMoney } from '../../../measure/estimate-arm-money.ts'
import { buildByKind, computeLead, computeShares, computeThere, countFate } from './compute-shares.ts'

/** What is there of one history at each of `curveSizes`. */
type HistoryCurve = {
  readonly kinds: readonly PlantedKind[]
  readonly sizes: readonly { readonly tokens: number; readonly fates: readonly PlantedFate[] }[]
}

/** What one condensation left of the items of one history, cut or filled to each size, and controls of that size. */
export type HistoryOnce = Pick<Stats, 'operations' | 'originalTokens' | 'finalTokens'> & {
  readonly kinds: readonly PlantedKind[]
  readonly isCondensed: boolean
  readonly sizes: readonly (HistoryCurve['sizes'][number] & {
    readonly controls: Readonly<Partial<Record<ControlId, readonly PlantedFate[]>>>
  })[]
  readonly notes: readonly string[]
}

type PricedModel = { readonly model: string; readonly prices: ModelPrices }

/** What one condensation left of all histories, at one size after another, and what it would cost with some models. */
export function summariseOnce(
  histories: readonly HistoryOnce[],
  { mayAsk, models }: { readonly mayAsk: boolean; readonly models: readonly PricedModel[] },
): PlantedOnce {
  const counts = histories.map(({ kinds }) => kinds.length)
  const controls = listControlCurves(histories)
  const leads = curveSizes.map((_, size) => {
    const count = (curves: readonly HistoryCurve[]): readonly number[] =>
      curves.map(({ sizes }) => countFate(sizes[size]?.fates ?? [], 'there'))
    const scored = controls.map(({ id, curves }) => ({ id, there: count(curves) }))
    return computeLead(count(histories), scored, counts)
  })
  return {
    condensed: histories.filter(({ isCondensed }) => isCondensed).length,
    tokens: Math.round(computeMean(histories.map(({ finalTokens }) => finalTokens))),
    curve: summariseCurve(histories),
    leads,
    areaLead: computeLead(
      histories.map((one) => measureArea(one)),
      controls.map(({ id, curves }) => ({ id, there: curves.map((one) => measureArea(one)) })),
      counts,
    ),
    charges: models.flatMap((model) => charge(histories, model, mayAsk)),
    notes: [...new Set(histories.flatMap(({ notes }) => notes))],
  }
}

/** What controls keep at each size: the same for every method. */
export function summariseControls(
  histories: readonly HistoryOnce[],
): Partial<Record<ControlId, PlantedCurve>> {
  return Object.fromEntries(
    listControlCurves(histories).map(({ id, curves }) => [id, summariseCurve(curves)]),
  )
}

function listControlCurves(histories: readonly HistoryOnce[]) {
  // What the job has measured of each history are the same controls, by their ids.
  const ids = Object.keys(histories[0]?.sizes[0]?.controls ?? {}) as ControlId[]
  return ids.map((id) => ({
    id,
    curves: histories.map(({ kinds, sizes }): HistoryCurve => ({
      kinds,
      sizes: sizes.map(({ tokens, controls }) => ({ tokens, fates: controls[id] ?? [] })),
    })),
  }))
}

function summariseCurve(curves: readonly HistoryCurve[]): PlantedCurve {
  const computeArea = (kind: PlantedKind | null): PlantedArea =>
    computeThere(
      curves.map((one) => measureArea(one, kind)),
      curves.map(({ kinds }) => kinds.filter((own) => kind === null || own === kind).length),
    )
  return {
    sizes: curveSizes.map((_, size) => {
      const at = curves.map(({ kinds, sizes }) => ({ kinds, fates: [], tokens: 0, ...sizes[size] }))
      return {
        tokens: Math.round(computeMean(at.map(({ tokens }) => tokens))),
        shares: computeShares(at),
      }
    }),
    area: { all: computeArea(null), kinds: buildByKind(computeArea) },
  }
}

/** Items of a history that are there, as a mean over the sizes by the rule of trapezoids, each doubling alike. */
function measureArea({ kinds, sizes }: HistoryCurve, kind: PlantedKind | null = null): number {
  const there = sizes.map(({ fates }) =>
    countFate(
      fates.filter((_, at) => kind === null || kinds[at] === kind),
      'there',
    ),
  )
  const ends = ((there[0] ?? 0) + (there.at(-1) ?? 0)) / 2
  return (sum(there) - ends) / (there.length - 1)
}

/** Nothing where nothing was condensed, or the model has no price of input. */
function charge(
  histories: readonly HistoryOnce[],
  { model, prices }: PricedModel,
  mayAsk: boolean,
): PlantedOnce['charges'] {
  const afterCut = { requestsAfter: 0, slope: 1, prices, recorded: null }
  const charged = histories.flatMap((history) =>
    history.isCondensed ? (estimateMeasuredMoney(afterCut, history, { mayAsk, reReadUsd: null }) ?? []) : [],
  )
  if (charged.length === 0) return []
  const onceUsd = computeMean(charged.map((one) => one.onceUsd))
  const savedPerRequestUsd = computeMean(charged.map((one) => one.savedPerRequestUsd))
  const breakEvenRequests = computeBreakEven(onceUsd, savedPerRequestUsd)
  return [{ model, onceUsd, savedPerRequestUsd, breakEvenRequests }]
}
