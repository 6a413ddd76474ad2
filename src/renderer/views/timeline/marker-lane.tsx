import { Tooltip } from '@mantine/core'
import type { TimelineMarker } from '../../../shared/domain/timeline.ts'
import { countOf } from '../../lib/format.ts'
import { groupMarkers, type MarkerGroup } from './group-markers.ts'
import { markerLooks, weightiest } from './marker-looks.ts'
import type { SlotAxis } from './slot-axis.ts'
import type { PointRange } from './thin-points.ts'
import styles from './markers.module.css'

type MarkerLaneProps = {
  readonly markers: readonly TimelineMarker[]
  readonly range: PointRange
  readonly axis: SlotAxis
  readonly onOpen: (messageIndex: number) => void
  readonly onZoom: (one: number, other: number) => void
}

/** Events above the chart, each where it happened; those that stand too close share a place, which opens by zooming. */
export function MarkerLane({ markers, range, axis, onOpen, onZoom }: MarkerLaneProps) {
  const inRange = markers.filter(({ messageIndex }) => messageIndex >= range.from && messageIndex <= range.to)
  const groups = groupMarkers(inRange, ({ messageIndex }) => axis.middle(messageIndex), 24)
  return (
    <div className={styles.lane} role="group" aria-label="Events">
      {groups.map((group) => (
        <MarkerButton key={group.markers[0]?.messageIndex} {...group} onOpen={onOpen} onZoom={onZoom} />
      ))}
    </div>
  )
}

type MarkerButtonProps = MarkerGroup & Pick<MarkerLaneProps, 'onOpen' | 'onZoom'>

function MarkerButton({ x, markers, onOpen, onZoom }: MarkerButtonProps) {
  const shown = weightiest(markers)
  const [first, last] = [markers[0]?.messageIndex ?? 0, markers.at(-1)?.messageIndex ?? 0]
  if (shown === undefined) return null
  const { icon: Icon, tone } = markerLooks[shown.kind]
  const words =
    markers.length === 1
      ? `${markerLooks[shown.kind].label} at #${first}. ${shown.text}`
      : `${countOf(markers.length, 'event')} from #${first} to #${last}`
  return (
    <Tooltip
      label={markers.length === 1 ? words : <GroupWords markers={markers} />}
      multiline
      maw={360}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button
        type="button"
        className={styles.marker}
        style={{ left: x }}
        data-tone={tone}
        aria-label={words}
        onClick={() => (first === last ? onOpen(first) : onZoom(first - 1, last + 1))}
      >
        <Icon size={14} stroke={1.75} aria-hidden />
        {markers.length > 1 && <span className={styles.markerCount}>{markers.length}</span>}
      </button>
    </Tooltip>
  )
}

const mostWords = 8

function GroupWords({ markers }: { readonly markers: readonly TimelineMarker[] }) {
  return (
    <>
      {markers.slice(0, mostWords).map(({ kind, messageIndex, text }, at) => (
        <div key={at}>
          #{messageIndex} {markerLooks[kind].label}: {text}
        </div>
      ))}
      {markers.length > mostWords && <div>and {countOf(markers.length - mostWords, 'more', 'more')}</div>}
    </>
  )
}
