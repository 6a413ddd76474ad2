import type { ControlId } from '../../../../shared/kernel/control.ts'
import type {
  PlantedCurve,
  PlantedLead,
  PlantedResult,
  PlantedShare,
} from '../../../../shared/planted/planted-types.ts'

type Method = PlantedResult['methods'][number]

/** The id of a method, marked where its summaries are extracted. */
export function formatMethod({ id, isExtracted }: Pick<Method, 'id' | 'isExtracted'>): string {
  return isExtracted ? `${id} *` : id
}

/** A share in percent, as a whole number. */
export function formatPoints(share: number): string {
  const points = Math.round(100 * share)
  return points < 0 ? `−${-points}` : String(points)
}

/** The share that is there, with that which is stale in brackets. */
export function formatShare({ there, stale }: Pick<PlantedShare, 'there' | 'stale'>): string {
  return stale === 0 ? formatPoints(there) : `${formatPoints(there)} (${formatPoints(stale)})`
}

/** An interval in percent. */
export function formatRange({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${formatPoints(low)} to ${formatPoints(high)}`
}

/** Whether the interval of a lead over the best control has only leads in it. */
export function isSeparated({ low }: Pick<PlantedLead, 'low'>): boolean {
  return low > 0
}

/** A figure of a method with how it stands against the best control of its size. */
export function markLead(text: string, { low, high }: Pick<PlantedLead, 'low' | 'high'>): string {
  if (low > 0) return `▲ ${text}`
  return high < 0 ? `▼ ${text}` : `≈ ${text}`
}

/** Methods by the area below their curve; those that condensed nothing last. */
export function sortByArea(methods: PlantedResult['methods']): PlantedResult['methods'] {
  const rank = ({ once }: Method): number => (once.condensed === 0 ? -1 : once.curve.area.all.there)
  return methods.toSorted((a, b) => rank(b) - rank(a))
}

/** Controls by the area below their curve. */
export function listControlCurves(
  controls: PlantedResult['controls'],
): readonly (readonly [id: ControlId, curve: PlantedCurve])[] {
  // Its keys are those of controls, by its type.
  const entries = Object.entries(controls) as [ControlId, PlantedCurve][]
  return entries.toSorted(([, a], [, b]) => b.area.all.there - a.area.all.there)
}
