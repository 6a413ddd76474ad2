import type { Judged } from './judged.ts'
import { Notes, RawAnswers } from './model-evidence.tsx'
import styles from './evidence.module.css'

/** Which of the two a judge preferred, in both orders. */
export function PairwiseEvidence({ verdicts, isFlipped, answers, notes }: Judged<'pairwise'>) {
  const words = { candidate: 'this variant', baseline: 'the baseline', tie: 'neither' } as const
  const [first, second] = verdicts
  return (
    <div className={styles.page} tabIndex={0} role="region" aria-label="Judgements">
      <p className={styles.line}>
        {first === undefined
          ? 'No judge was asked.'
          : `Shown first, the judge preferred ${words[first]}${second === undefined ? '' : `. Shown second, ${words[second]}`}.`}
        {isFlipped && ' The order decided, so this says little.'}
      </p>
      <Notes notes={notes} />
      <RawAnswers answers={answers} />
    </div>
  )
}
