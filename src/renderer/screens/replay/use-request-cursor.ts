import type { PlotSlider } from '../../ui/plots/slider.ts'
import { useReplay } from './replay-view.tsx'
import { listPlayedRequests } from './request-bar.tsx'

/** The request that is looked at, as what is chosen in a plot over requests. */
export function useRequestCursor(): Pick<PlotSlider, 'values' | 'value' | 'onValue'> {
  const view = useReplay()
  return { values: listPlayedRequests(view), value: view.request, onValue: view.setRequest }
}
