import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { Provenance } from '../../../shared/kernel/provenance.ts'
import { expandReferences, findBrokenReferences, isReversible } from './expand-references.ts'

type Change = Provenance['messages'][number]['changes'][number]
const say = (...texts: string[]): Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
})
/** A change of a stretch of a text, or of all of it, that refers to another place. */
function makeChange(
  [blockIndex, start, end]: readonly [number, number?, number?],
  lengthAfter: number,
  target: object,
  more: object = {},
): Change {
  const span = start === undefined ? {} : { span: { start, end } }
  return {
    at: { messageIndex: 1, blockIndex, ...span },
    kind: 'user-text',
    operation: 'referenced',
    lengthAfter,
    reference: { target: { messageIndex: 0, blockIndex: 0, ...target }, ...more },
  } as unknown as Change
}
const provenance = (changes: readonly Change[], first: readonly Change[] = []): Provenance =>
  ({
    messages: [
      { sources: [0], changes: first },
      { sources: [1], changes },
    ],
    dropped: [],
  }) as unknown as Provenance

describe('a result of references', () => {
  it('gives back what stands elsewhere, as it is or with other lines', () => {
    const target = say('one\ntwo\nthree')
    const delta = [{ start: 1, deleteCount: 1, lines: ['2', '2b'] }]
    expect(expandReferences([target, say('see above')], provenance([makeChange([0], 9, {})]))[1]).toEqual(
      say('one\ntwo\nthree'),
    )
    expect(
      expandReferences([target, say('see above')], provenance([makeChange([0], 9, {}, { delta })]))[1],
    ).toEqual(say('one\n2\n2b\nthree'))
  })

  it('puts stretches where they stood, each shifted by those before it in the same text', () => {
    // Was "A one, B one." of "one" in the first message; each "one" became "^".
    const changes = [
      makeChange([0, 2, 5], 1, { span: { start: 0, end: 3 } }),
      makeChange([0, 9, 12], 1, { span: { start: 0, end: 3 } }),
    ]
    const result = [say('one more'), say('A ^, B ^.')]
    expect(expandReferences(result, provenance(changes))[1]).toEqual(say('A one, B one.'))
    // One in another block moves nothing here.
    const apart = [makeChange([1, 0, 3], 1, { span: { start: 0, end: 3 } }), changes[0]!]
    expect(expandReferences([say('one'), say('A ^', '^')], provenance(apart))[1]).toEqual(say('A one', 'one'))
  })

  it('finds a target behind what was shortened before it in its own text', () => {
    const shortened = {
      ...makeChange([0, 0, 10], 4, {}),
      at: { messageIndex: 0, blockIndex: 0, span: { start: 0, end: 10 } },
      reference: { target: { messageIndex: 0, blockIndex: 1 } },
    } as unknown as Change
    const result = [say('long target', 'ten chars!'), say('^')]
    // In the source the first text was "ten chars! target".
    const kept = provenance([makeChange([0], 1, { span: { start: 10, end: 17 } })], [shortened])
    expect(expandReferences(result, kept)).toEqual([say('ten chars! target', 'ten chars!'), say(' target')])
    expect(findBrokenReferences(result, kept)).toEqual([])
  })

  it('reads texts of messages and of results', () => {
    const target = (content: unknown): Message => ({ role: 'user', content }) as Message
    const nested = [
      { type: 'text', text: 'first' },
      { type: 'text', text: 'second' },
    ]
    for (const [first, at, text] of [
      [target('plain'), {}, 'plain'],
      [target([{ type: 'tool_result', tool_use_id: 'x', content: 'given' }]), {}, 'given'],
      [target([{ type: 'tool_result', tool_use_id: 'x', content: nested }]), {}, 'first'],
      [target([{ type: 'tool_result', tool_use_id: 'x', content: nested }]), { nestedIndex: 1 }, 'second'],
    ] as const)
      expect(expandReferences([first, say('^')], provenance([makeChange([0], 1, at)]))[1]).toEqual(say(text))
  })

  it('refuses what leads nowhere and what refers to nothing', () => {
    const none = { ...makeChange([0], 1, {}), reference: undefined } as unknown as Change
    expect(() => expandReferences([say('a'), say('^')], provenance([none]))).toThrow('is not a reference')
    const elsewhere = provenance([makeChange([0], 1, { blockIndex: 3 })])
    expect(() => expandReferences([say('a'), say('^')], elsewhere)).toThrow('message #0, block 3')
    expect(isReversible(provenance([none]))).toBe(false)
    expect(isReversible(elsewhere)).toBe(true)
    expect(isReversible({ ...elsewhere, dropped: [{}] } as unknown as Provenance)).toBe(false)
    expect(isReversible({ ...elsewhere, messages: elsewhere.messages.toReversed() })).toBe(false)
  })
})

describe('a broken reference', () => {
  const result = [say('one more'), say('^')]
  it.each<[string, object, string | null]>([
    ['to a text', {}, null],
    ['to its end', { span: { start: 4, end: 8 } }, null],
    ['to its start', { span: { start: 0, end: 0 } }, null],
    ['behind its end', { span: { start: 4, end: 9 } }, 'to a place behind the end of its text'],
    ['backwards', { span: { start: 5, end: 4 } }, 'to a place behind the end of its text'],
    ['to no message', { messageIndex: 7 }, 'source message #7, which the result does not hold'],
    ['to no block', { blockIndex: 7 }, 'block 7, which has no text'],
  ])('leads %s', (_, target, detail) => {
    const found = findBrokenReferences(result, provenance([makeChange([0], 1, target)]))
    expect(found.map(({ messageIndex }) => messageIndex)).toEqual(detail === null ? [] : [1])
    expect(found[0]?.detail ?? '').toContain(detail ?? '')
  })

  it('is not looked for in a message of which something was taken out', () => {
    const taken = { ...makeChange([0], 0, {}), at: { messageIndex: 0, blockIndex: 0 } } as unknown as Change
    const changed = provenance([makeChange([0], 1, { blockIndex: 7 })], [{ ...taken, reference: undefined }])
    expect(findBrokenReferences(result, changed)).toEqual([])
  })
})
