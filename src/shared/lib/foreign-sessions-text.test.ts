import { expect, it } from 'vitest'
import { foreignSessionsText } from './foreign-sessions-text.ts'

const found = [
  { agent: 'Claude Code', sessions: 16 },
  { agent: 'Codex', sessions: 3 },
  { agent: 'pi', sessions: 1 },
]

it.each([
  [[], null],
  [found.slice(2), '1 session of pi, which cannot be read yet'],
  [found, '16 sessions of Claude Code, 3 of Codex and 1 of pi, which cannot be read yet'],
])('says what cannot be read: %#', (sessions, text) => {
  expect(foreignSessionsText(sessions)).toBe(text)
})
