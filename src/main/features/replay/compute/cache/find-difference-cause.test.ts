import { expect, it } from 'vitest'
import type { Message } from '../../../../../shared/kernel/message.ts'
import type { PartKind } from '../../../../../shared/kernel/part.ts'
import type { ReplayItem } from '../replay-task.ts'
import { findDifferenceCause, type Between, type SentHistory } from './find-difference-cause.ts'

const keys = new Map<string, number>()

function findTextKey(text: string): number {
  const key = keys.get(text) ?? keys.size
  keys.set(text, key)
  return key
}

/** One part a message; `tool` results name the call that the message before made. */
function makeHistory(...parts: readonly (readonly [PartKind, string])[]): SentHistory {
  const messages = parts.map(([kind, text]): Message => {
    if (kind !== 'tool-result') return { role: kind === 'user-text' ? 'user' : 'assistant', content: text }
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call', content: text }] }
  })
  const items = parts.map(([kind, text]): ReplayItem[] => [
    { key: findTextKey(text), kind, tokens: text.length },
  ])
  return { messages, items }
}

const long = 'line '.repeat(50)
const start = ['user-text', 'Fix the tests.'] as const
const end = ['assistant-text', 'Done.'] as const
const between = (own: Partial<Between> = {}): Between => ({
  condensed: null,
  isOriginal: ({ key }) => ![...keys].some(([text, own]) => own === key && text.startsWith('[cleared')),
  findPlace: (_message, at) => at,
  ...own,
})
const second = { group: 2, item: 0 }

it.each<[string, SentHistory, SentHistory, string]>([
  [
    'a placeholder in the place of a tool result as clearing',
    makeHistory(start, ['tool-result', long], end),
    makeHistory(start, ['tool-result', '[cleared]'], end),
    'clearing',
  ],
  [
    'a placeholder that reads otherwise than before as rewritten',
    makeHistory(start, ['tool-result', '[cleared 1 of 2]'], end),
    makeHistory(start, ['tool-result', '[cleared 1 of 3]'], end),
    'placeholder',
  ],
  [
    'another order of the same parts as reordered',
    makeHistory(start, ['assistant-text', 'First.'], ['assistant-text', 'Second.']),
    makeHistory(start, ['assistant-text', 'Second.'], ['assistant-text', 'First.']),
    'reordered',
  ],
  [
    'a text that is the same but for its time as a time stamp',
    makeHistory(start, ['user-text', 'Current time: 2026-11-23 15:06, Monday'], end),
    makeHistory(start, ['user-text', 'Current time: 2026-11-23 15:07, Monday'], end),
    'timestamp',
  ],
  [
    'another text in the place of the old one as edited',
    makeHistory(start, ['user-text', 'Use tabs.'], end),
    makeHistory(start, ['user-text', 'Use spaces.'], end),
    'edited',
  ],
  ['an end that was taken back as edited', makeHistory(start, end), makeHistory(start), 'edited'],
])('takes %s', (_name, before, now, cause) => {
  expect(findDifferenceCause(before, now, second, between()).cause).toBe(cause)
})

it('takes what the agent condensed in between for a condensation, unless a result was cleared', () => {
  const before = makeHistory(start, ['tool-result', long], end)
  const condensed = between({ condensed: 'condensation' })
  const cut = makeHistory(start, end)
  expect(findDifferenceCause(before, cut, second, condensed).cause).toBe('condensation')
  const cleared = makeHistory(start, ['tool-result', '[cleared]'], end)
  expect(findDifferenceCause(before, cleared, second, condensed).cause).toBe('clearing')
})

it('says where: the message, the part and the characters that are still the same', () => {
  const before = makeHistory(start, ['user-text', 'Use tabs.'])
  const now = makeHistory(start, ['user-text', 'Use spaces.'])
  expect(findDifferenceCause(before, now, second, between({ findPlace: () => 7 })).at).toEqual({
    message: 7,
    part: 0,
    offset: 4,
  })
})
