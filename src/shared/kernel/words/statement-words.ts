import { countStatements } from '../../experiments/count-statements-lib.ts'
import type { Evidence, StatementCounts, StatementFate } from '../evidence.ts'
import { formatCountWithNoun, formatCount } from '../format-count-with-noun.ts'
import { formatContradiction, statementVerdictWords } from './state-words.ts'

/** Kinds of statements, as their columns are called. */
export const statementKinds: Readonly<Record<StatementFate['subject'], string>> = {
  file: 'Files',
  command: 'Commands',
  'to-do': 'To-dos',
}

const verdicts = ['right', 'silent', 'mixed', 'contradicted'] as const
export type VerdictCounts = Readonly<Record<(typeof verdicts)[number], number>>

/** `128 right, 30 silent, 2 unclear, 4 contradicted`; a dash without any. */
export function formatVerdictCounts(counts: VerdictCounts | undefined): string {
  if (counts === undefined) return '–'
  return verdicts
    .map((verdict) => `${formatCount(counts[verdict])} ${statementVerdictWords[verdict]}`)
    .join(', ')
}

const mostLines = 20

/** Statements in lines: counts by kind, then what is contradicted, as many as can be read. */
export function listStatementLines({
  statements,
}: Pick<Extract<Evidence, { kind: 'statements' }>, 'statements'>): string[] {
  const counts: StatementCounts = countStatements(statements)
  const contradicted = statements.filter(({ verdict }) => verdict === 'contradicted')
  const more = contradicted.length - mostLines
  return [
    ...(['file', 'command', 'to-do'] as const).flatMap((subject) =>
      counts[subject] === undefined
        ? []
        : [`${statementKinds[subject]}: ${formatVerdictCounts(counts[subject])}`],
    ),
    ...contradicted
      .slice(0, mostLines)
      .map(
        (fate) =>
          `✗ ${formatContradiction(fate)} (last call in #${fate.messageIndex}${describeSaidPlace(fate)})`,
      ),
    ...(more > 0
      ? [`${formatCountWithNoun(more, 'more contradiction')} and all other statements with --json.`]
      : []),
  ]
}

function describeSaidPlace({ place }: StatementFate): string {
  return place === null ? '' : `, said in #${place.messageIndex}`
}
