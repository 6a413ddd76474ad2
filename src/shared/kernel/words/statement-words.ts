import type { Evidence, StatementFate } from '../evidence.ts'
import { formatCount } from '../format-count-with-noun.ts'
import { statementVerdictWords } from './state-words.ts'

const kinds: Readonly<Record<StatementFate['subject'], string>> = {
  file: 'Files',
  command: 'Commands',
  'to-do': 'To-dos',
}

const verdicts = ['right', 'silent', 'mixed', 'other'] as const satisfies readonly StatementFate['verdict'][]

/** Statements in a line for each kind: `Files: 128 right, 30 silent, 2 unclear, 4 another state`. */
export function listStatementLines({
  statements,
}: Pick<Extract<Evidence, { kind: 'statements' }>, 'statements'>): string[] {
  return (['file', 'command', 'to-do'] as const).flatMap((subject) => {
    const own = statements.filter((statement) => statement.subject === subject)
    if (own.length === 0) return []
    const counts = verdicts.map(
      (verdict) =>
        `${formatCount(own.filter((statement) => statement.verdict === verdict).length)} ${statementVerdictWords[verdict]}`,
    )
    return [`${kinds[subject]}: ${counts.join(', ')}`]
  })
}
