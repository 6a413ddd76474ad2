import type { ContextSize } from './context-sizes.ts'

/**
 * The window of each recorded request in tokens, null where it is not known. A request whose model nobody names went to
 * the model of those around it, if that is one. `windowOf` knows the windows of models.
 */
export function requestWindows(
  sizes: readonly Pick<ContextSize, 'model'>[],
  windowOf: (model: string) => number | null,
): readonly (number | null)[] {
  const named = new Set(sizes.flatMap(({ model }) => model ?? []))
  const [only] = named.size === 1 ? named : []
  return sizes.map(({ model }) => {
    const known = model ?? only
    return known === undefined ? null : windowOf(known)
  })
}
