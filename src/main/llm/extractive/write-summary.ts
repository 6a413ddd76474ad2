import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import { sections, type Statement } from './find-statements.ts'

const notice = 'Extract of the conversation so far, selected by rules and not written by a model.'
/** Tokens that a heading and its blank line take. */
const headingTokens = 8

/** The statements that fit into `maxTokens`, by rank, under their headings and in the order in which they came. */
export function writeSummary(
  statements: readonly Statement[],
  maxTokens: number,
  counter: TokenCounter,
): string {
  const chosen = new Set<Statement>()
  const opened = new Set<string>()
  let left = maxTokens - counter.count(notice)
  for (const statement of statements.toSorted((a, b) => a.rank - b.rank)) {
    const cost = counter.count(`- ${statement.text}\n`) + (opened.has(statement.section) ? 0 : headingTokens)
    if (cost > left) continue
    left -= cost
    opened.add(statement.section)
    chosen.add(statement)
  }
  const blocks = sections
    .filter((section) => opened.has(section))
    .map((section) => {
      const own = statements.filter((statement) => statement.section === section && chosen.has(statement))
      return `## ${section}\n${own.map(({ text }) => `- ${text}`).join('\n')}`
    })
  return [notice, ...blocks].join('\n\n')
}
