import type { PinState } from '../../../shared/api/pins.ts'
import type { MessageRow } from '../../../shared/domain/inspection.ts'
import { PinToggle } from '../../components/pin-toggle.tsx'
import { findPin, type PinDesk } from '../../data/use-task-pins.ts'
import styles from './message-detail.module.css'

type MessagePinProps = {
  readonly index: number
  readonly row: MessageRow | null
  readonly desk: PinDesk
}

/** Pins the whole message, and says where a pin of it no longer counts. */
export function MessagePin({ index, row, desk }: MessagePinProps) {
  const place = { messageIndex: index, partIndex: null }
  const pin = findPin(desk.pins, place)
  return (
    <>
      <PinToggle
        what={`message #${index}`}
        isPinned={pin !== null}
        obstacle={pin === null ? hiddenObstacle(row) : null}
        onToggle={() => desk.toggle(place)}
      />
      <StaleNote state={pin?.state} />
    </>
  )
}

/** Pins one part of the message; what is pinned with its message cannot be unpinned by itself. */
export function PartPin({ index, part, row, desk }: MessagePinProps & { readonly part: number }) {
  const place = { messageIndex: index, partIndex: part }
  const pin = findPin(desk.pins, place)
  const isWhole = findPin(desk.pins, { messageIndex: index, partIndex: null })?.state === 'holds'
  const withMessage = pin === null && isWhole ? 'Pinned with its message' : null
  return (
    <>
      <PinToggle
        what={`part ${index}.${part}`}
        isPinned={pin !== null || isWhole}
        obstacle={withMessage ?? (pin === null ? hiddenObstacle(row) : null)}
        onToggle={() => desk.toggle(place)}
      />
      <StaleNote state={pin?.state} />
    </>
  )
}

function hiddenObstacle(row: MessageRow | null): string | null {
  return row?.effectiveIndex === null ? 'Hidden from the model: there is nothing to keep' : null
}

function StaleNote({ state }: { readonly state: PinState | undefined }) {
  switch (state) {
    case 'changed':
      return <span className={styles.caution}>changed since it was pinned</span>
    case 'hidden':
      return <span className={styles.caution}>hidden since it was pinned</span>
    default:
      return null
  }
}
