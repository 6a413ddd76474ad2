import { expect, it } from 'vitest'
import { countStatements } from '../../experiments/count-statements-lib.ts'
import type { StatementFate } from '../evidence.ts'
import { listStatementLines } from './statement-words.ts'

const place = { messageIndex: 2, partIndex: 0, start: 0, end: 9 }
const fate = (name: string, more: Partial<StatementFate> = {}): StatementFate => ({
  subject: 'file',
  name,
  state: 'failed',
  messageIndex: 14,
  said: 'done',
  verdict: 'contradicted',
  place,
  ...more,
})

it('counts statements by kind, and names what is contradicted', () => {
  const silent = { verdict: 'silent', said: null, place: null } as const
  const statements = [
    fate('src/a.ts'),
    fate('src/b.ts', { verdict: 'right', state: 'done' }),
    fate('npm test', { subject: 'command', ...silent }),
  ]
  expect(listStatementLines({ statements })).toEqual([
    'Files: 1 right, 0 silent, 0 unclear, 1 contradicted',
    'Commands: 0 right, 1 silent, 0 unclear, 0 contradicted',
    '✗ src/a.ts: failed, the context says done (last call in #14, said in #2)',
  ])
})

it('names so many as can be read, and where the rest is', () => {
  const lines = listStatementLines({
    statements: Array.from({ length: 30 }, (_, at) => fate(`src/${at}.ts`)),
  })
  expect(lines).toHaveLength(22)
  expect(lines.at(-1)).toBe('10 more contradictions and all other statements with --json.')
})

it('keeps a few contradictions with a cell, and counts them all', () => {
  const statements = Array.from({ length: 30 }, () => fate('x'.repeat(1000)))
  const counts = countStatements(statements)
  expect(counts.file).toEqual({ right: 0, silent: 0, mixed: 0, contradicted: 30 })
  expect(counts.contradicted).toHaveLength(5)
  expect(counts.contradicted[0]?.name).toHaveLength(160)
})
