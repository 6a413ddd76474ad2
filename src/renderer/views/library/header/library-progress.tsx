import { titleOf } from '../../../lib/title-of.ts'
import { useLibraryState } from '../../../data/use-library-state.ts'
import styles from './library-header.module.css'
import { progressWords } from './progress-words.ts'

/** How far reading and counting has come, quietly; nothing once all is done. */
export function LibraryProgress() {
  const state = useLibraryState()
  const words = state === null ? null : progressWords(state)
  if (words === null || state === null) return null
  return (
    <span
      className={styles.progress}
      role="progressbar"
      aria-label="Reading tasks"
      aria-valuenow={Math.round(words.share * 100)}
      aria-valuetext={words.text}
      title={state.workingOn === null ? undefined : `Now: ${titleOf(state.workingOn)}`}
    >
      <span className={styles.track} aria-hidden>
        <span className={styles.done} style={{ width: `${words.share * 100}%` }} />
      </span>
      {words.text}
    </span>
  )
}
