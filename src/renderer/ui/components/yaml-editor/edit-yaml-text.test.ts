import { describe, expect, it } from 'vitest'
import { editYamlText, type TextEdit } from './edit-yaml-text.ts'
import { readYamlText } from './read-yaml-text.ts'

const text = `# What we want to know
name: prompts # short
tasks: [one, two]
metrics:
  # always
  - compression
  - facts # the expensive one
variants:
  - {id: a, provider: native}
  # the new one
  - id: b
    provider: smart
    preset: balanced
`

describe('an edit of an experiment', () => {
  it.each<[string, TextEdit, string, string]>([
    [
      'changes a text beside its comment',
      { kind: 'set', path: ['name'], value: 'x' },
      'name: prompts #',
      'name: x #',
    ],
    [
      'writes a number into an item written on one line',
      { kind: 'set', path: ['variants', 0, 'target'], value: 500 },
      '{id: a, provider: native}',
      '{id: a, provider: native, target: 500}',
    ],
    [
      'takes a key away',
      { kind: 'set', path: ['variants', 1, 'preset'], value: undefined },
      '    preset: balanced\n',
      '',
    ],
    [
      'keeps the comment of an item that stays',
      { kind: 'set', path: ['metrics'], value: ['facts', 'cost'] },
      `  # always
  - compression
  - facts # the expensive one
`,
      `  # always
  - facts # the expensive one
  - cost
`,
    ],
    [
      'makes what was missing',
      { kind: 'set', path: ['checkpoints', 'at'], value: [0.5] },
      text,
      `${text}checkpoints:
  at: [0.5]
`,
    ],
  ])('%s and leaves the rest as it was', (_name, edit, before, after) => {
    expect(text).toContain(before)
    expect(editYamlText(text, edit)).toBe(text.replace(before, after))
  })

  it('moves an item with its comment', () => {
    const moved = editYamlText(text, { kind: 'move', path: ['variants'], index: 1, by: -1 })
    expect(readYamlText(moved, 'name')).toMatchObject({ value: { variants: [{ id: 'b' }, { id: 'a' }] } })
    expect(moved).toContain('# the new one')
  })

  it.each([0, 1] as const)('moves nothing beyond the ends: item %i', (index) => {
    const by = index === 0 ? -1 : 1
    const moved = editYamlText(text, { kind: 'move', path: ['variants'], index, by })
    expect(readYamlText(moved, 'name')).toEqual(readYamlText(text, 'name'))
  })

  it('leaves a text alone that is no YAML', () => {
    expect(editYamlText('name: [', { kind: 'set', path: ['name'], value: 'x' })).toBe('name: [')
  })

  it('begins an empty text', () => {
    expect(editYamlText('', { kind: 'set', path: ['name'], value: 'x' })).toBe('name: x\n')
  })
})

describe('reading the text of an experiment', () => {
  it.each([
    ['nothing', ''],
    ['a comment alone', '# later'],
  ])('takes %s for an empty one', (_name, empty) => {
    expect(readYamlText(empty, 'name')).toEqual({ value: {} })
  })

  it.each([
    ['an open list', 'name: [', /./],
    ['a list', '- a', /must be a map/],
    ['a word', 'word', /must be a map/],
    ['a key twice', 'name: a\nname: b', /unique/],
    ['infinity', 'repeats: .inf', /neither/],
    ['aliases that grow without end', bomb(), /alias/i],
  ])('says what is wrong with %s', (_name, broken, said) => {
    expect(readYamlText(broken, 'name')).toEqual({ error: expect.stringMatching(said) })
  })
})

function bomb(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`,
  )
  return `l0: &l0 [x]\n${levels.join('\n')}\n`
}
