import { memo, useDeferredValue } from 'react'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { LiveText } from '../../components/live-text.tsx'
import type { LiveAnswer } from '../../data/run-tracker.ts'
import styles from './running-panel.module.css'

/** Characters of an answer that are shown while it grows; the result has them all. */
const longestTail = 60_000

/** What models write while they write it, as text and nothing else. */
export function LiveAnswers({ answers }: { readonly answers: readonly LiveAnswer[] }) {
  // Words come faster than a long text is laid out: the page may skip some, but never falls behind.
  const shown = useDeferredValue(answers)
  const length = shown.reduce((sum, { text }) => sum + text.length + 1, 0)
  return (
    <LiveText label="What the model writes" length={length}>
      {shown.map((answer, index) => (
        <Answer key={index} {...answer} />
      ))}
    </LiveText>
  )
}

const Answer = memo(function Answer({ label, text }: LiveAnswer) {
  const hidden = Math.max(0, text.length - longestTail)
  return (
    <section className={styles.answer}>
      {label !== '' && <h2 className={styles.answerLabel}>{label}</h2>}
      {hidden > 0 && (
        <p className={styles.waiting}>{formatInteger(hidden)} characters before this are in the result.</p>
      )}
      {text === '' ? (
        <p className={styles.waiting}>Waiting for the first words…</p>
      ) : (
        <pre className={styles.text}>{showControls(text.slice(hidden))}</pre>
      )}
    </section>
  )
})
