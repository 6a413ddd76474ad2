import { expect, it } from 'vitest'
import type { Message } from '../../../shared/domain/message.ts'
import type { PartKind } from '../../../shared/domain/part.ts'
import type { ReplayItem } from '../replay-task.ts'
import { causeOfDifference, type Between, type SentHistory } from './cause-of-difference.ts'

const keys = new Map<string, number>()

function keyOf(text: string): number {
  const key = keys.get(text) ?? keys.size
  keys.set(text, key)
  return key
}

/** One part a message; `tool` results name the call that the message before made. */
function historyOf(...parts: readonly (readonly [PartKind, string])[]): SentHistory {
  const messages = parts.map(([kind, text]): Message => {
    if (kind !== 'tool-result') return { role: kind === 'user-text' ? 'user' : 'assistant', content: text }
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call', content: text }] }
  })
  const items = parts.map(([kind, text]): ReplayItem[] => [{ key: keyOf(text), kind, tokens: text.length }])
  return { messages, items }
}

const long = 'line '.repeat(50)
const start = ['user-text', 'Fix the tests.'] as const
const end = ['assistant-text', 'Done.'] as const
const between = (own: Partial<Between> = {}): Between => ({
  condensed: null,
  isOriginal: ({ key }) => ![...keys].some(([text, own]) => own === key && text.startsWith('[cleared')),
  placeOf: (_message, at) => at,
  ...own,
})
const second = { group: 2, item: 0 }

it.each<[string, SentHistory, SentHistory, string]>([
  [
    'a placeholder in the place of a tool result as clearing',
    historyOf(start, ['tool-result', long], end),
    historyOf(start, ['tool-result', '[cleared]'], end),
    'clearing',
  ],
  [
    'a placeholder that reads otherwise than before as rewritten',
    historyOf(start, ['tool-result', '[cleared 1 of 2]'], end),
    historyOf(start, ['tool-result', '[cleared 1 of 3]'], end),
    'placeholder',
  ],
  [
    'another order of the same parts as reordered',
    historyOf(start, ['assistant-text', 'First.'], ['assistant-text', 'Second.']),
    historyOf(start, ['assistant-text', 'Second.'], ['assistant-text', 'First.']),
    'reordered',
  ],
  [
    'a text that is the same but for its time as a time stamp',
    historyOf(start, ['user-text', 'Current time: 2026-11-23 15:06, Monday'], end),
    historyOf(start, ['user-text', 'Current time: 2026-11-23 15:07, Monday'], end),
    'timestamp',
  ],
  [
    'another text in the place of the old one as edited',
    historyOf(start, ['user-text', 'Use tabs.'], end),
    historyOf(start, ['user-text', 'Use spaces.'], end),
    'edited',
  ],
  ['an end that was taken back as edited', historyOf(start, end), historyOf(start), 'edited'],
])('takes %s', (_name, before, now, cause) => {
  expect(causeOfDifference(before, now, second, between()).cause).toBe(cause)
})

it('takes what the agent condensed in between for a condensation, unless a result was cleared', () => {
  const before = historyOf(start, ['tool-result', long], end)
  const condensed = between({ condensed: 'condensation' })
  const cut = historyOf(start, end)
  expect(causeOfDifference(before, cut, second, condensed).cause).toBe('condensation')
  const cleared = historyOf(start, ['tool-result', '[cleared]'], end)
  expect(causeOfDifference(before, cleared, second, condensed).cause).toBe('clearing')
})

it('says where: the message, the part and the characters that are still the same', () => {
  const before = historyOf(start, ['user-text', 'Use tabs.'])
  const now = historyOf(start, ['user-text', 'Use spaces.'])
  expect(causeOfDifference(before, now, second, between({ placeOf: () => 7 })).at).toEqual({
    message: 7,
    part: 0,
    offset: 4,
  })
})
