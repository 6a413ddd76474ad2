import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import styles from './text-pair.module.css'

/** Two texts beside each other, for a pair whose word-by-word difference would say nothing. */
export function TextPair({ left, right }: { readonly left: TitledText; readonly right: TitledText }) {
  return (
    <div className={styles.pair}>
      {[left, right].map(({ title, text }) => (
        <section key={title} className={styles.side} tabIndex={0} aria-label={title}>
          <h3 className={styles.title}>{title}</h3>
          <pre className={styles.text}>{showControls(text)}</pre>
        </section>
      ))}
    </div>
  )
}

type TitledText = { readonly title: string; readonly text: string }
