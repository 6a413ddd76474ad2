import { Block, Scroll } from '../../../ui/layout/layout.tsx'
import type { Judged } from './judged.ts'
import { Notes, RawAnswers } from './model-evidence.tsx'

/** Which of the two a judge preferred, in both orders. */
export function PairwiseEvidence({ verdicts, isFlipped, answers, notes }: Judged<'pairwise'>) {
  const words = { candidate: 'this variant', baseline: 'the baseline', tie: 'neither' } as const
  const [first, second] = verdicts
  return (
    <Scroll tabIndex={0} role="region" aria-label="Judgements">
      <Block component="p" pb={6} px="md" c="var(--text)" fz="xs">
        {first === undefined
          ? 'No judge was asked.'
          : `Shown first, the judge preferred ${words[first]}${second === undefined ? '' : `. Shown second, ${words[second]}`}.`}
        {isFlipped && ' The order decided, so this says little.'}
      </Block>
      <Notes notes={notes} />
      <RawAnswers answers={answers} />
    </Scroll>
  )
}
