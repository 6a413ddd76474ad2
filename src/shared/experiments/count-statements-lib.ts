import { statementCountsSchema, type StatementCounts, type StatementFate } from '../kernel/evidence.ts'

/** Contradictions that a cell keeps at most, and characters of each name. */
const kept = { contradictions: 5, characters: 160 } as const

/** What a context says of files, commands and to-dos: counts by kind and verdict, and the first contradictions. */
export function countStatements(statements: readonly StatementFate[]): StatementCounts {
  const count = (subject: StatementFate['subject'], verdict: StatementFate['verdict']): number =>
    statements.filter((one) => one.subject === subject && one.verdict === verdict).length
  const subjects = [...new Set(statements.map(({ subject }) => subject))]
  const counts = subjects.map((subject) => [
    subject,
    {
      right: count(subject, 'right'),
      silent: count(subject, 'silent'),
      mixed: count(subject, 'mixed'),
      contradicted: count(subject, 'contradicted'),
    },
  ])
  const contradicted = statements
    .filter(({ verdict }) => verdict === 'contradicted')
    .slice(0, kept.contradictions)
    .map(({ name, state, said }) => ({ name: name.slice(0, kept.characters), state, said }))
  return statementCountsSchema.parse({ ...Object.fromEntries(counts), contradicted })
}
