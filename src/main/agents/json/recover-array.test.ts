import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recoverArray } from './recover-array.ts'

const fits = (value: unknown): boolean => typeof value === 'object' && value !== null && 'role' in value
const recover = (text: string) => recoverArray(text, { start: text.indexOf('['), isTopLevel: true, fits })
const values = (text: string) => recover(text).items.map((item) => item.value)

const say = (content: string) => ({ role: 'user', content })
const history = [say('one'), say('two "quoted" }],[{'), say('three'), say('four')]
const styles: readonly (readonly [string, string | undefined])[] = [
  ['minified', undefined],
  ['tab-indented', '\t'],
  ['space-indented', '  '],
]

const messages = fc.array(
  fc.record({
    role: fc.constantFrom('user', 'assistant'),
    content: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.record({ type: fc.constant('x'), more: fc.jsonValue() })),
    ),
  }),
  { maxLength: 6 },
)

describe.each(styles)('a %s array', (_name, indent) => {
  const text = JSON.stringify(history, null, indent)

  it('gives everything back when nothing is wrong with it', () => {
    expect(recover(`${text}\n`)).toEqual({
      items: history.map((value, index) => ({ index, value })),
      damage: [],
    })
  })

  it('gives a prefix of what was written, wherever it is cut', () => {
    for (let end = 1; end < text.length; end += 1) {
      const { items, damage } = recover(text.slice(0, end))
      expect(items.map((item) => item.value)).toEqual(history.slice(0, items.length))
      expect(damage).toHaveLength(1)
    }
  })

  it('gives a prefix of any history, wherever it is cut', () => {
    fc.assert(
      fc.property(messages, fc.nat(), (written, cut) => {
        const whole = JSON.stringify(written, null, indent)
        const { items } = recover(whole.slice(0, 1 + (cut % whole.length)))
        const start: readonly unknown[] = JSON.parse(JSON.stringify(written.slice(0, items.length)))
        expect(items.map((item) => item.value)).toEqual(start)
      }),
    )
  })

  it('loses one element to damage inside it and keeps the places of the others', () => {
    const damaged = text.replace('"two', '"two\\q')
    const { items, damage } = recover(damaged)
    expect(items).toEqual([0, 2, 3].map((index) => ({ index, value: history[index] })))
    expect(damage).toEqual([
      { offset: damaged.indexOf('\\q'), index: 1, reason: 'a backslash sequence is not valid', lost: 1 },
    ])
  })

  it('goes on behind a quote that went missing', () => {
    const { items, damage } = recover(text.replace('"two', 'two'))
    expect(items).toEqual([0, 2, 3].map((index) => ({ index, value: history[index] })))
    expect(damage.map(({ index, lost }) => ({ index, lost }))).toEqual([{ index: 1, lost: 1 }])
  })

  it('does not claim to know what was lost when an element could have gone unseen', () => {
    const { items, damage } = recover(text.replace('"three', 'three'))
    expect(items.map((item) => item.value)).toEqual([history[0], history[1], history[3]])
    expect(items.at(-1)?.index).toBeNull()
    expect(damage.map(({ index, lost }) => ({ index, lost }))).toEqual([{ index: 2, lost: null }])
  })

  it('goes on behind a segment that was overwritten with NUL characters', () => {
    const from = text.indexOf('"two')
    const zeroed = text.slice(0, from) + '\0'.repeat(12) + text.slice(from + 12)
    expect(values(zeroed)).toEqual([history[0], history[2], history[3]])
  })

  it('never invents an element, whichever character is overwritten', () => {
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom('"', '{', '}', '[', ']', ',', '\\', '\0', 'x'),
        (at, by) => {
          const found = values(text.slice(0, at) + by + text.slice(at + 1)).map((value) =>
            JSON.stringify(value),
          )
          const written = history.map((value) => JSON.stringify(value))
          const strange = found.filter((one) => !written.includes(one))
          // An overwritten letter of a text or a key leaves valid JSON that says something else: that is what the file says.
          expect(strange.length).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('a damaged array', () => {
  it('does not take messages nested in a tool call for its own', () => {
    const nested = {
      role: 'assistant',
      content: [{ type: 'tool_use', input: { messages: [say('not mine'), say('nor this')] } }],
    }
    const text = JSON.stringify([say('one'), nested, say('three')])
    const broken = text.replace('"tool_use"', '"tool_use')
    expect(values(broken)).toEqual([say('one'), say('three')])
    expect(values(broken.slice(0, -2))).toEqual([say('one')])
  })

  it.each([
    [
      'text behind the end',
      '[{"role":"user","content":"a"}]{"old":1}]',
      'other text follows the end of the array',
    ],
    [
      'NUL characters behind the end',
      `[{"role":"user","content":"a"}]${'\0'.repeat(9)}`,
      'NUL characters follow the end of the array',
    ],
    ['a missing comma', '[{"role":"user","content":"a"}{"role":"user","content":"b"}]', 'a comma is missing'],
  ])('names %s and loses nothing to it', (_name, text, reason) => {
    const { items, damage } = recover(text)
    expect(items.length).toBe(text.split('"role"').length - 1)
    expect(damage.map((one) => [one.reason, one.lost])).toEqual([[reason, 0]])
  })

  it('says where it ends when its bracket is missing', () => {
    const text = '[{"role":"user","content":"a"},'
    expect(recover(text)).toEqual({
      items: [{ index: 0, value: say('a') }],
      damage: [
        { offset: text.length, index: 1, reason: 'the file ends before the array is closed', lost: null },
      ],
    })
  })

  it('is read without recursion, however deep it nests', () => {
    const deep = '['.repeat(200_000)
    expect(recover(`[{"role":"user","content":"a"},${deep}`).items).toHaveLength(1)
    expect(recover(`[{"role":"user","content":"a"},${deep}${']'.repeat(200_000)},`).items).toHaveLength(2)
  })
})
