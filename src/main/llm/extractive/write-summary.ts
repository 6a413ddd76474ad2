import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import { essential, sections, type Statement } from './find-statements.ts'
import { leftOut, notice } from './summary-words.ts'

/** Tokens that a heading and its blank line take. */
const headingTokens = 8
/** Tokens of a line that says how much is left out. */
const leftOutTokens = 16
/** Share of a summary for what is essential where not all of it fits: the task itself has to be named as well. */
const essentialShare = 0.85

/**
 * The statements that fit into `maxTokens`, by rank, under their headings and in the order in which they came. Where
 * the essential ones do not all fit, the short ones come first, so that most of them do, and the rest is counted.
 */
export function writeSummary(
  statements: readonly Statement[],
  maxTokens: number,
  counter: TokenCounter,
): string {
  const chosen = new Set<Statement>()
  const opened = new Set<string>()
  const costs = new Map(statements.map((own) => [own, counter.count(`- ${own.text}\n`)]))
  const costOf = (own: Statement): number => costs.get(own) ?? 0
  let left = maxTokens - counter.count(notice)
  const choose = (candidates: readonly Statement[], room: number): void => {
    let own = Math.min(left, room)
    for (const statement of candidates) {
      const cost = costOf(statement) + (opened.has(statement.section) ? 0 : headingTokens)
      if (cost > own) continue
      own -= cost
      left -= cost
      opened.add(statement.section)
      chosen.add(statement)
    }
  }
  const first = statements.filter(({ rank }) => rank === essential)
  const needed = first.reduce((sum, statement) => sum + costOf(statement), 2 * headingTokens)
  if (needed <= left) choose(first, left)
  else {
    left -= 2 * leftOutTokens
    choose(
      first.toSorted((a, b) => costOf(a) - costOf(b)),
      Math.floor(left * essentialShare),
    )
  }
  const others = statements.filter(({ rank }) => rank !== essential)
  choose(
    others.toSorted((a, b) => a.rank - b.rank),
    left,
  )
  return render(statements, chosen)
}

function render(statements: readonly Statement[], chosen: ReadonlySet<Statement>): string {
  const blocks = sections.flatMap((section) => {
    const all = statements.filter((statement) => statement.section === section)
    const own = all.filter((statement) => chosen.has(statement)).map(({ text }) => `- ${text}`)
    const missing = all.filter((statement) => statement.rank === essential && !chosen.has(statement)).length
    if (missing > 0 && own.length > 0) own.push(`- ${leftOut(missing, section)}`)
    return own.length === 0 ? [] : [`## ${section}\n${own.join('\n')}`]
  })
  return [notice, ...blocks].join('\n\n')
}
