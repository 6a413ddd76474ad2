import type { Verdict } from '../../condense/comparison-types.ts'
import type { AssertionResult } from '../../experiments/experiment-results-types.ts'
import { formatCountWithNoun } from '../format-count-with-noun.ts'

type VerdictLook = {
  /** A sign beside the word, since colour alone says nothing in print. */
  readonly sign: string
  /** For headings: `No meaningful difference`. */
  readonly title: string
  /** For lines and cells of a table: `no difference`. */
  readonly short: string
}

/** How each verdict is written, in the order in which reports list them. */
export const verdictLooks: Readonly<Record<Verdict['word'], VerdictLook>> = {
  better: { sign: '▲', title: 'Better', short: 'better' },
  worse: { sign: '▼', title: 'Worse', short: 'worse' },
  'no-difference': { sign: '=', title: 'No meaningful difference', short: 'no difference' },
  'not-enough-data': { sign: '?', title: 'Not enough data', short: 'not enough data' },
}

type AssertionLook = {
  /** A sign beside the word, since colour alone says nothing in print. */
  readonly sign: string
  readonly word: string
}

/** How each state of an assertion is written, in the order in which they are listed: what does not hold comes first. */
export const assertionLooks: Readonly<Record<AssertionResult['state'], AssertionLook>> = {
  failed: { sign: '✗', word: 'does not hold' },
  inconclusive: { sign: '?', word: 'inconclusive' },
  ok: { sign: '✓', word: 'holds' },
}

/** What it would take to tell: `about 6 more tasks`; empty where nothing tells or the verdict is reached. */
export function describeMoreData(verdict: Verdict): string {
  if (verdict.word !== 'not-enough-data') return ''
  const { tasks, checkpoints, workspaces } = verdict.more
  if (tasks === null) return ''
  const more =
    workspaces == null
      ? `about ${formatCountWithNoun(tasks, 'more task')}`
      : `about ${formatCountWithNoun(workspaces, 'more workspace')} with ${formatCountWithNoun(tasks, 'task')}`
  return checkpoints === null || checkpoints === tasks
    ? more
    : `${more}, ${formatCountWithNoun(checkpoints, 'cut')}`
}
