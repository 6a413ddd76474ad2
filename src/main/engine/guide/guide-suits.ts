import type { GuideQuestionId, guideAnswerIds } from '../../../shared/domain/guide.ts'
import type { PickName } from './guide-picks.ts'

/** What the guide makes of an answer. */
export type GuideSuit = {
  /** The answer inside a sentence: “nothing is at once … and …”. */
  readonly phrase: string
  /** What the provider design names for it; others may meet it as well. */
  readonly names: readonly PickName[]
}

type Suits = {
  readonly [Question in GuideQuestionId]: Readonly<
    Record<(typeof guideAnswerIds)[Question][number], GuideSuit>
  >
}

const losslesses: readonly PickName[] = ['lossless', 'losslessStrict']
const truncations: readonly PickName[] = ['truncation', 'truncationBalanced', 'truncationSuppress']
const smarts: readonly PickName[] = ['smartBalanced', 'smartConservative', 'smartAggressive', 'smartZones']

/** The answers of the four questions, with what is named for each. */
export const guideSuits: Suits = {
  budget: {
    open: { phrase: 'free to cost anything', names: ['native', 'smartConservative'] },
    cents: { phrase: 'at most $0.05', names: ['nativeProfile', 'smartBalanced'] },
    fraction: { phrase: 'at most $0.01', names: ['smartAggressive', ...truncations] },
    free: { phrase: 'free', names: [...losslesses, ...truncations] },
  },
  latency: {
    '100ms': { phrase: 'done in under 100 ms', names: truncations },
    '500ms': { phrase: 'done in under 500 ms', names: [...losslesses, ...truncations] },
    '2s': {
      phrase: 'done in under 2 s',
      names: ['native', 'nativeProfile', 'smartAggressive', 'smartZones'],
    },
    '10s': {
      phrase: 'done in under 10 s',
      names: ['native', 'nativeProfile', 'smartBalanced', 'smartConservative'],
    },
    any: { phrase: 'as slow as it likes', names: ['smartConservative'] },
  },
  loss: {
    none: { phrase: 'without any loss', names: ['losslessStrict'] },
    '10%': { phrase: 'within 10 % loss', names: ['smartConservative', 'losslessNative'] },
    '30%': { phrase: 'within 30 % loss', names: ['native', 'nativeProfile', 'smartBalanced'] },
    '50%': { phrase: 'within 50 % loss', names: ['smartAggressive', 'truncation', 'truncationBalanced'] },
    any: { phrase: 'indifferent to loss', names: ['truncationSuppress'] },
  },
  config: {
    none: { phrase: 'ready as it is', names: ['native'] },
    presets: { phrase: 'a matter of choosing a preset', names: smarts },
    some: { phrase: 'a matter of a few settings', names: ['nativeProfile', ...truncations] },
    custom: { phrase: 'made of passes of your own', names: smarts },
    'per-message': { phrase: 'controlled message by message', names: smarts },
  },
}
