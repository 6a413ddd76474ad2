import type { ControlId } from '../../../../shared/kernel/control.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import {
  plantedKinds,
  type PlantedFate,
  type PlantedKind,
  type PlantedLead,
  type PlantedShare,
  type PlantedShares,
} from '../../../../shared/planted/planted-types.ts'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'
import { estimateTypical } from '../../../measure/statistics/compute-interval.ts'
import { computeShareInterval } from '../../../measure/statistics/compute-share-interval.ts'

/** What became of the items of one history. */
export type Fates = { readonly kinds: readonly PlantedKind[]; readonly fates: readonly PlantedFate[] }

/** Shares of all items and of those of each kind, over the histories. */
export function computeShares(histories: readonly Fates[]): PlantedShares {
  return {
    all: computeShare(histories.map(({ fates }) => fates)),
    kinds: buildByKind((kind) =>
      computeShare(histories.map(({ kinds, fates }) => fates.filter((_, at) => kinds[at] === kind))),
    ),
  }
}

/** Something for each kind. */
export function buildByKind<Value>(build: (kind: PlantedKind) => Value): Record<PlantedKind, Value> {
  // One entry a kind, as the type says.
  return Object.fromEntries(plantedKinds.map((kind) => [kind, build(kind)])) as Record<PlantedKind, Value>
}

const { intervalLevel } = defaultComparisonRules

function computeShare(histories: readonly (readonly PlantedFate[])[]): PlantedShare {
  const counts = histories.map(({ length }) => length)
  const items = sum(counts)
  const computeFor = (fate: PlantedFate): number =>
    sum(histories.map((fates) => countFate(fates, fate))) / items
  return {
    items,
    stale: computeFor('stale'),
    gone: computeFor('gone'),
    ...computeThere(
      histories.map((fates) => countFate(fates, 'there')),
      counts,
    ),
  }
}

/** The share of items that are there, from how many are in each history and how many it has, with its interval. */
export function computeThere(
  sums: readonly number[],
  counts: readonly number[],
): Pick<PlantedShare, 'there' | 'low' | 'high'> {
  const interval = computeShareInterval({ sums, counts }, intervalLevel) ?? { low: 0, high: 1 }
  return { there: sum(sums) / sum(counts), ...interval }
}

/** How many items of a history have a fate. */
export function countFate(fates: readonly PlantedFate[], fate: PlantedFate): number {
  return fates.filter((one) => one === fate).length
}

/** What controls keep of the items of some histories. */
export function listControls(
  histories: readonly (Fates & {
    readonly controls: Readonly<Partial<Record<ControlId, readonly PlantedFate[]>>>
  })[],
) {
  // What the job has measured of each history are the same controls, by their ids.
  const ids = Object.keys(histories[0]?.controls ?? {}) as ControlId[]
  return ids.map((id) => {
    const own = histories.map(({ kinds, controls }) => ({ kinds, fates: controls[id] ?? [] }))
    return { id, own, shares: computeShares(own), there: own.map(({ fates }) => countFate(fates, 'there')) }
  })
}

/**
 * By how much more items are there than in the best of the controls, from how many are in each history and how many it has.
 * Throws a `RangeError` without a control.
 */
export function computeLead(
  there: readonly number[],
  controls: readonly { readonly id: ControlId; readonly there: readonly number[] }[],
  counts: readonly number[],
): PlantedLead {
  const [best] = controls.toSorted((a, b) => sum(b.there) - sum(a.there))
  if (best === undefined) throw new RangeError('There is no control to hold a method against.')
  const sums = there.map((own, at) => own - (best.there[at] ?? own))
  const figure = { unit: 'share', isDifference: true } as const
  const { value, interval } = estimateTypical(
    { sums: { sums, counts }, values: [] },
    figure,
    defaultComparisonRules,
  )
  return { control: best.id, difference: value, ...(interval ?? { low: -1, high: 1 }) }
}
