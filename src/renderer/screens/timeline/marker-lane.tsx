import { Tooltip } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { TimelineMarker } from '../../../shared/timeline/types.ts'
import { formatCountWithNoun } from '../../lib/format.ts'
import { moveAlong } from '../../lib/move-along.ts'
import { Block, Inline } from '../../ui/layout/layout.tsx'
import type { PointRange, SlotAxis } from '../../ui/plots/axes.ts'
import { markerLooks, findWeightiestMarker } from './marker-looks.ts'
import styles from './markers.module.css'

type MarkerLaneProps = {
  readonly markers: readonly TimelineMarker[]
  readonly range: PointRange
  readonly axis: SlotAxis
  readonly onOpen: (marker: TimelineMarker) => void
  readonly onZoom: (one: number, other: number) => void
}

/**
 * Events above the chart, each where it happened. Those that stand too close share a place, which opens by zooming. They
 * are one stop of the Tab key: arrow keys, Home and End go from place to place.
 */
export function MarkerLane({ markers, range, axis, onOpen, onZoom }: MarkerLaneProps) {
  const inRange = markers.filter(({ messageIndex }) => messageIndex >= range.from && messageIndex <= range.to)
  const groups = groupMarkers(inRange, ({ messageIndex }) => axis.middle(messageIndex), 24)
  const lane = useRef<HTMLDivElement>(null)
  const [visited, setVisited] = useState<number | null>(null)
  // After zooming, the event may share its place with others, or be out of sight.
  const stop = Math.max(
    0,
    groups.findIndex((group) => visited !== null && holdsMessage(group, visited)),
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = moveAlong(event.key, stop, groups.length)
    if (target === null) return
    event.preventDefault()
    lane.current?.querySelectorAll('button')[target]?.focus()
  }
  if (groups.length === 0) return <Block pos="relative" h={24} flex="none" />
  return (
    <Block
      ref={lane}
      pos="relative"
      h={24}
      flex="none"
      role="toolbar"
      aria-label="Events"
      aria-orientation="horizontal"
      onKeyDown={onKeyDown}
    >
      {groups.map((group, index) => (
        <MarkerButton
          key={group.markers[0]?.messageIndex}
          {...group}
          isStop={index === stop}
          onFocus={setVisited}
          onOpen={onOpen}
          onZoom={onZoom}
        />
      ))}
    </Block>
  )
}

function holdsMessage({ markers }: MarkerGroup, messageIndex: number): boolean {
  return markers.some((marker) => marker.messageIndex === messageIndex)
}

type MarkerButtonProps = MarkerGroup &
  Pick<MarkerLaneProps, 'onOpen' | 'onZoom'> & {
    /** Whether the Tab key stops at it. */
    readonly isStop: boolean
    readonly onFocus: (messageIndex: number) => void
  }

function MarkerButton({ x, markers, isStop, onFocus, onOpen, onZoom }: MarkerButtonProps) {
  const shown = findWeightiestMarker(markers)
  const [first, last] = [markers[0]?.messageIndex ?? 0, markers.at(-1)?.messageIndex ?? 0]
  if (shown === undefined) return null
  const { icon: Icon, tone } = markerLooks[shown.kind]
  const words =
    markers.length === 1
      ? `${markerLooks[shown.kind].label} at #${first}. ${shown.text}`
      : `${formatCountWithNoun(markers.length, 'event')} from #${first} to #${last}`
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
        tabIndex={isStop ? 0 : -1}
        aria-label={words}
        onFocus={() => onFocus(first)}
        onClick={() => (first === last ? onOpen(shown) : onZoom(first - 1, last + 1))}
      >
        <Icon size={14} stroke={1.75} aria-hidden />
        {markers.length > 1 && (
          <Inline pr={2} pl={1}>
            {markers.length}
          </Inline>
        )}
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
      {markers.length > mostWords && (
        <div>and {formatCountWithNoun(markers.length - mostWords, 'more', 'more')}</div>
      )}
    </>
  )
}

/** Markers too close to be separate, at the place of the first. */
type MarkerGroup = { readonly x: number; readonly markers: readonly TimelineMarker[] }

/** Groups markers, in their order, so that no two groups are nearer than `distance` pixels. */
export function groupMarkers(
  markers: readonly TimelineMarker[],
  toX: (marker: TimelineMarker) => number,
  distance: number,
): MarkerGroup[] {
  const groups: { x: number; markers: TimelineMarker[] }[] = []
  for (const marker of markers) {
    const x = toX(marker)
    const last = groups.at(-1)
    if (last !== undefined && x - last.x < distance) last.markers.push(marker)
    else groups.push({ x, markers: [marker] })
  }
  return groups
}
