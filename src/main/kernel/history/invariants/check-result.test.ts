import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import type { Provenance } from '../../../../shared/kernel/provenance.ts'
import type { InvariantRule } from '../../../../shared/kernel/violation.ts'
import { checkHistory } from './check-history.ts'
import { checkResult } from './check-result.ts'

const user = (...content: ContentBlock[]): Message => ({
  role: 'user',
  content: [{ type: 'text', text: 'u' }, ...content],
})
const assistant = (...content: ContentBlock[]): Message => ({
  role: 'assistant',
  content: [{ type: 'text', text: 'a' }, ...content],
})
const call = (id: string, input: unknown = {}): ContentBlock => ({ type: 'tool_use', id, name: 'x', input })
const result = (id: string): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content: 'r' })
const image: ContentBlock = { type: 'image', source: { data: 'a' } }

const sound = [user(), assistant(call('1')), user(result('1')), assistant()]

describe('a history', () => {
  it('that an API would take breaks no rule', () => {
    expect(checkHistory(sound)).toEqual([])
    expect(checkHistory([])).toEqual([])
  })

  it('may end with a call that waits for its result', () => {
    expect(checkHistory([user(), assistant(call('1'))])).toEqual([])
  })

  const faults: [string, Message[], InvariantRule, number][] = [
    ['a result without a call', [user(), assistant(), user(result('9'))], 'tool-pairing', 2],
    [
      'a result two messages after its call',
      [user(), assistant(call('1')), user(), user(result('1'))],
      'tool-pairing',
      1,
    ],
    ['a call without a result', [user(), assistant(call('1')), user()], 'tool-pairing', 1],
    [
      'a result in the voice of the assistant',
      [user(), assistant(call('1')), assistant(result('1'))],
      'tool-pairing',
      2,
    ],
    [
      'a result as text where the call stays',
      [user(), assistant(call('1')), user({ type: 'text', text: '[suppressed]' })],
      'tool-pairing',
      1,
    ],
    [
      'two calls with one id',
      [user(), assistant(call('1'), call('1')), user(result('1'))],
      'unique-tool-ids',
      1,
    ],
    [
      'one call answered twice',
      [user(), assistant(call('1')), user(result('1'), result('1'))],
      'unique-tool-ids',
      2,
    ],
    ['no content', [user(), { role: 'assistant', content: [] }], 'no-empty-content', 1],
    ['an empty string', [user(), { role: 'assistant', content: '' }], 'no-empty-content', 1],
    [
      'an empty text block',
      [user(), { role: 'assistant', content: [{ type: 'text', text: '' }] }],
      'no-empty-content',
      1,
    ],
    [
      'an input that became a string',
      [user(), assistant(call('1', '{"a":1}...')), user(result('1'))],
      'tool-input-object',
      1,
    ],
    [
      'an input that is an array',
      [user(), assistant(call('1', [])), user(result('1'))],
      'tool-input-object',
      1,
    ],
    ['a role that the API does not know', [user(), { role: 'developer', content: 'x' }], 'roles-legal', 1],
    ['an assistant that speaks first', [assistant(), user()], 'roles-legal', 0],
  ]
  it.each(faults)('with %s breaks a rule', (_name, messages, rule, messageIndex) => {
    expect(checkHistory(messages)).toContainEqual(expect.objectContaining({ rule, messageIndex }))
  })
})

const identity = (messages: readonly Message[]): Provenance => ({
  messages: messages.map((_, index) => ({ sources: [index], changes: [] })),
  dropped: [],
})
const check = (
  source: Message[],
  messages: Message[],
  sources: number[][],
  dropped: Provenance['dropped'] = [],
  kept = { keptFirst: 1, keptLast: 1 },
) =>
  checkResult(messages, {
    source,
    provenance: { messages: sources.map((own) => ({ sources: own, changes: [] })), dropped },
    ...kept,
  })
const rules = (checked: ReturnType<typeof check>): string[] => [
  ...new Set(checked.broken.map((violation) => violation.rule)),
]

describe('a result', () => {
  const [first, second, third, last] = sound as [Message, Message, Message, Message]

  it('that is its source breaks nothing', () => {
    expect(
      checkResult(sound, { source: sound, provenance: identity(sound), keptFirst: 1, keptLast: 2 }),
    ).toEqual({ broken: [], inherited: [] })
  })

  it('with recent messages before older ones breaks the order', () => {
    expect(rules(check(sound, [first, last, second, third], [[0], [3], [1], [2]]))).toContain('order-kept')
  })

  it('with a record that does not fit its messages breaks the order', () => {
    expect(rules(check(sound, sound, [[0], [1]]))).toContain('order-kept')
    expect(rules(check(sound, sound, [[0], [1], [2], [7]]))).toContain('order-kept')
  })

  it('with the first message doubled, as happens on short histories, is reported', () => {
    expect(rules(check([first], [first, first], [[0], [0]]))).toContain('no-message-twice')
  })

  it('with head and tail overlapping is reported', () => {
    const short = [first, last]
    expect(rules(check(short, [first, last, last], [[0], [1], [1]]))).toContain('no-message-twice')
  })

  it('with a changed first or last message is reported, byte for byte', () => {
    const changed = { ...first, ts: 1 }
    expect(rules(check(sound, [changed, second, third, last], [[0], [1], [2], [3]]))).toEqual(['first-kept'])
    expect(
      rules(check(sound, [first, second, third, { ...last, content: 'A' }], [[0], [1], [2], [3]])),
    ).toEqual(['last-kept'])
    expect(
      rules(
        check(sound, [changed, second, third, last], [[0], [1], [2], [3]], [], { keptFirst: 0, keptLast: 0 }),
      ),
    ).toEqual([])
  })

  it('with more promised than there is keeps what there is', () => {
    expect(rules(check([first], [first], [[0]], [], { keptFirst: 5, keptLast: 5 }))).toEqual([])
  })

  it('that lost an image without saying so is reported', () => {
    const pictured = [user(image), assistant(), user({ ...result('1'), content: [image] }), assistant()]
    const bare = [user(image), assistant(), user(), assistant()]
    const kept = { keptFirst: 0, keptLast: 0 }
    expect(rules(check(pictured, bare, [[0], [1], [2], [3]], [], kept))).toContain('images-kept')
    const named = [{ sourceIndex: 2, operation: 'dropped' as const, passId: 'p', reason: 'r' }]
    expect(
      rules(check(pictured, [bare[0]!, bare[1]!, bare[3]!], [[0], [1], [3]], named, kept)),
    ).not.toContain('images-kept')
  })

  it('that carries a fault of its source over is not blamed for it', () => {
    const source = [user(), assistant(call('1')), user(), assistant(call('2')), user(result('2'))]
    const shorter = [source[0]!, source[1]!, { role: 'user', content: 'cut' }, source[3]!, source[4]!]
    const { broken, inherited } = check(source, shorter, [[0], [1], [2], [3], [4]])
    expect(broken).toEqual([])
    expect(inherited).toEqual([expect.objectContaining({ rule: 'tool-pairing', messageIndex: 1 })])
  })

  it('that breaks the same rule elsewhere is blamed', () => {
    const source = [user(), assistant(call('1')), user(), assistant(call('2')), user(result('2'))]
    const { broken } = check(
      source,
      [source[0]!, source[1]!, source[2]!, source[3]!, user()],
      [[0], [1], [2], [3], [4]],
      [],
      { keptFirst: 1, keptLast: 0 },
    )
    expect(broken).toEqual([expect.objectContaining({ rule: 'tool-pairing', messageIndex: 3 })])
  })
})
