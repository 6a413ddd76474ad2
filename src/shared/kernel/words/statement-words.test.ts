import { expect, it } from 'vitest'
import type { StatementFate } from '../evidence.ts'
import { listStatementLines } from './statement-words.ts'

const place = { messageIndex: 2, partIndex: 0, start: 0, end: 9 }
const fate = (name: string, more: Partial<StatementFate> = {}): StatementFate => ({
  subject: 'file',
  name,
  state: 'failed',
  messageIndex: 14,
  said: 'done',
  verdict: 'other',
  place,
  ...more,
})

it('counts statements by kind', () => {
  const silent = { verdict: 'silent', said: null, place: null } as const
  const statements = [
    fate('src/a.ts'),
    fate('src/b.ts', { verdict: 'right', state: 'done' }),
    fate('npm test', { subject: 'command', ...silent }),
  ]
  expect(listStatementLines({ statements })).toEqual([
    'Files: 1 right, 0 silent, 0 unclear, 1 another state',
    'Commands: 0 right, 1 silent, 0 unclear, 0 another state',
  ])
})
