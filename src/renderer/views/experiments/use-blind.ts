import { z } from 'zod'
import { usePreference } from '../../data/use-preference.ts'

const seedsSchema = z.record(z.string(), z.int())
const none: Record<string, number> = {}

/** Whether the names of an experiment's variants are hidden, and since which shuffle; it lasts over reloads. */
export function useBlind(experimentId: string): {
  readonly seed: number | null
  readonly hide: () => void
  readonly reveal: () => void
} {
  const [seeds, setSeeds] = usePreference('blind.experiments', seedsSchema, none)
  const { [experimentId]: seed, ...others } = seeds
  return {
    seed: seed ?? null,
    hide: () => setSeeds({ ...others, [experimentId]: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 }),
    reveal: () => setSeeds(others),
  }
}
