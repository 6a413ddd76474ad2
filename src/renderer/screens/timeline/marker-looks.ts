import {
  IconAlertTriangle,
  IconArrowsMinimize,
  IconCpu,
  IconCut,
  IconRefresh,
  IconSubtask,
  IconSwitchHorizontal,
  IconUnlink,
} from '@tabler/icons-react'
import type { TimelineMarker } from '../../../shared/timeline/types.ts'

/** What an event is called and how it is drawn. */
export type MarkerLook = {
  readonly label: string
  readonly icon: typeof IconCut
  readonly tone: 'plain' | 'bad'
}

/** The look of every event. Those that matter more come first. */
export const markerLooks: Readonly<Record<TimelineMarker['kind'], MarkerLook>> = {
  condensation: { label: 'Condensation', icon: IconArrowsMinimize, tone: 'plain' },
  truncation: { label: 'Truncation', icon: IconCut, tone: 'plain' },
  error: { label: 'Error', icon: IconAlertTriangle, tone: 'bad' },
  'cache-break': { label: 'Cache break', icon: IconUnlink, tone: 'plain' },
  retry: { label: 'Retry', icon: IconRefresh, tone: 'plain' },
  model: { label: 'Model', icon: IconCpu, tone: 'plain' },
  mode: { label: 'Mode', icon: IconSwitchHorizontal, tone: 'plain' },
  subtask: { label: 'Subtask', icon: IconSubtask, tone: 'plain' },
}

const ranks = Object.keys(markerLooks)

/** The one of several markers that stands for all of them. */
export function findWeightiestMarker(markers: readonly TimelineMarker[]): TimelineMarker | undefined {
  return markers.toSorted((a, b) => ranks.indexOf(a.kind) - ranks.indexOf(b.kind))[0]
}
