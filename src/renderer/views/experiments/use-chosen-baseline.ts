import { navigate, useSearch } from 'wouter/use-browser-location'
import type { VariantNames } from './variant-names.ts'

/**
 * The baseline that someone chose in place of the first one, and the way to choose. It stands in front of the `#` of
 * the address, which links leave as it is, so that it lasts over reloads and goes along with every address.
 */
export function useChosenBaseline(
  experimentId: string,
  names: Pick<VariantNames, 'idOf' | 'keyOf'>,
): readonly [string | null, (variantId: string | null) => void] {
  const key = new URLSearchParams(useSearch()).get(experimentId)
  const choose = (variantId: string | null): void => {
    const search = variantId === null ? '' : `?${experimentId}=${encodeURIComponent(names.keyOf(variantId))}`
    navigate(`${location.pathname}${search}${location.hash}`, { replace: true })
  }
  return [key === null ? null : names.idOf(key), choose]
}
