import { z } from 'zod'
import type { SplitLayout } from '../ui/components/split.tsx'
import { usePreference } from './use-preference.ts'

const layoutSchema = z.tuple([z.number(), z.number()])

/** How a pane is divided, remembered under a name: what a `Split` takes. `firstPercent` is what the first side has until then. */
export function useSplitLayout(
  name: string,
  firstPercent: number,
): { readonly layout: SplitLayout; readonly onLayout: (layout: SplitLayout) => void } {
  const [layout, setLayout] = usePreference<[number, number]>(`layout.${name}`, layoutSchema, [
    firstPercent,
    100 - firstPercent,
  ])
  return { layout, onLayout: ([first, second]) => setLayout([first, second]) }
}
