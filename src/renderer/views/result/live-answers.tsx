import { LiveText } from '../../components/live-text.tsx'
import type { LiveAnswer } from '../../data/run-tracker.ts'
import { showControls } from '../../lib/show-controls.ts'
import styles from './running-panel.module.css'

/** What models write while they write it, as text and nothing else. */
export function LiveAnswers({ answers }: { readonly answers: readonly LiveAnswer[] }) {
  const length = answers.reduce((sum, { text }) => sum + text.length + 1, 0)
  return (
    <LiveText label="What the model writes" length={length}>
      {answers.map(({ label, text }, index) => (
        <section key={index} className={styles.answer}>
          {label !== '' && <h2 className={styles.answerLabel}>{label}</h2>}
          {text === '' ? (
            <p className={styles.waiting}>Waiting for the first words…</p>
          ) : (
            <pre className={styles.text}>{showControls(text)}</pre>
          )}
        </section>
      ))}
    </LiveText>
  )
}
