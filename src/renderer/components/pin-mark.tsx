import { IconPin, IconPinFilled } from '@tabler/icons-react'
import styles from './pin-mark.module.css'

/** How much of a message is pinned; `stale` where nothing of what is pinned is there any more. */
export type PinExtent = 'message' | 'parts' | 'stale'

const words: Readonly<Record<PinExtent, string>> = {
  message: 'pinned',
  parts: 'partly pinned',
  stale: 'changed since it was pinned',
}

/** Says that a message is pinned: an icon to see, a word to hear, a hint for both. */
export function PinMark({ extent }: { readonly extent: PinExtent }) {
  const Icon = extent === 'message' ? IconPinFilled : IconPin
  return (
    <span className={styles.mark} data-extent={extent} title={words[extent]}>
      <Icon size={14} aria-hidden />
      <span className={styles.word}>{words[extent]}</span>
    </span>
  )
}
