import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'

const errors =
  /(?:\b(?:error|exception|failed|failure|fatal|denied|not found|traceback|warning)\b|✗|×|\bE[A-Z]{4,}\b)/i
const paths = /(?:^|[\s"'`(=:])(?:\.{0,2}\/)?(?:[\w@.-]+\/)+[\w@.-]+\.\w+/
const declarations =
  /^\s*(?:export|public|private|async|def|class|interface|type|enum|fn|func|function|struct|impl|const|let|var|import|from|#include|package|CREATE)\b/
/** Lines at either end that say what the output is and how it ended. */
const ends = 2
/** Longer lines are cut; data in one line would fill the summary. */
const longestLine = 400

/**
 * The lines of an output that are worth keeping, in their order, within `maxTokens`: what went wrong, how it begins and
 * ends, paths, declarations, then the rest from the top. Gaps say how many lines are left out.
 */
export function extractLines(text: string, maxTokens: number, counter: TokenCounter): string {
  const lines = text.split('\n').map((line) => line.slice(0, longestLine).trimEnd())
  const ranked = lines
    .map((line, index) => ({ index, rank: rankLine(line, index, lines.length) }))
    .filter(({ index }) => lines[index] !== '')
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
  const chosen = new Set<number>()
  let left = maxTokens
  for (const { index } of ranked) {
    const tokens = counter.count(lines[index] ?? '') + 1
    if (tokens > left) continue
    left -= tokens
    chosen.add(index)
  }
  // The notes of the gaps take room too: the least important lines make way for them.
  for (const index of [...chosen].toReversed()) {
    const written = render(lines, chosen)
    if (counter.count(written) <= maxTokens) return written
    chosen.delete(index)
  }
  return render(lines, chosen)
}

function rankLine(line: string, index: number, count: number): number {
  if (errors.test(line)) return 0
  if (index < ends || index >= count - ends) return 1
  if (paths.test(line)) return 2
  return declarations.test(line) ? 3 : 4
}

function render(lines: readonly string[], chosen: ReadonlySet<number>): string {
  const written: string[] = []
  let missing = 0
  const closeGap = (): void => {
    if (missing > 0) written.push(`... (${formatCountWithNoun(missing, 'line')} left out)`)
    missing = 0
  }
  for (const [index, line] of lines.entries()) {
    if (chosen.has(index)) {
      closeGap()
      written.push(line)
    } else if (line !== '') missing += 1
  }
  closeGap()
  return written.join('\n')
}
