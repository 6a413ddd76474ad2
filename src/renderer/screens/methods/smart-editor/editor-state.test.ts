import {
  array,
  assert,
  constantFrom,
  integer,
  oneof,
  option,
  property,
  string,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingsSchema, type Settings } from '../../../../shared/methods/provider-types.ts'
import { buildSmartSettingsSchema } from '../../../../shared/methods/smart-settings-types.ts'
import { createEditorState, reduceEditor, type EditorAction, type EditorState } from './editor-state.ts'
import { passTemplates, readPasses } from './passes.ts'
import { checkSettings, readSettingsText } from './read-settings-text.ts'

const schema = buildSmartSettingsSchema(() => [])
const templates = passTemplates.map(({ pass }) => settingsSchema.parse(pass))
const [suppress = {}, cut = {}, summarise = {}] = templates
const start = (...passes: readonly Settings[]): EditorState =>
  createEditorState(settingsSchema.parse(schema.parse({ passes })))
const after = (state: EditorState, ...actions: readonly EditorAction[]): EditorState =>
  actions.reduce(reduceEditor, state)
const ids = (state: EditorState): readonly unknown[] => readPasses(state.present.settings).map(({ id }) => id)
const text = (value: string): EditorAction => ({
  kind: 'text',
  text: value,
  reading: readSettingsText(schema, value),
})

describe('the passes of the editor', () => {
  it.each<[string, readonly EditorAction[], readonly string[], number | null]>([
    [
      'is added behind the selected one',
      [{ kind: 'add', pass: summarise }],
      ['suppress-old', 'summarise-results', 'cut'],
      1,
    ],
    [
      'is added at the end where none is selected',
      [
        { kind: 'select', selected: null },
        { kind: 'add', pass: summarise },
      ],
      ['suppress-old', 'cut', 'summarise-results'],
      2,
    ],
    ['is added under an id of its own', [{ kind: 'add', pass: cut }], ['suppress-old', 'cut-2', 'cut'], 1],
    ['is duplicated behind itself', [{ kind: 'duplicate', index: 1 }], ['suppress-old', 'cut', 'cut-2'], 2],
    ['is removed, and the next one selected', [{ kind: 'remove', index: 0 }], ['cut'], 0],
    [
      'is removed at the end',
      [
        { kind: 'select', selected: 1 },
        { kind: 'remove', index: 1 },
      ],
      ['suppress-old'],
      0,
    ],
    ['moves down and stays selected', [{ kind: 'move', from: 0, to: 1 }], ['cut', 'suppress-old'], 1],
    ['does not move past the end', [{ kind: 'move', from: 1, to: 9 }], ['suppress-old', 'cut'], 0],
    [
      'leaves nothing selected when the last one is gone',
      [
        { kind: 'remove', index: 0 },
        { kind: 'remove', index: 0 },
      ],
      [],
      null,
    ],
  ])('%s', (_name, actions, expected, selected) => {
    const state = after(start(suppress, cut), ...actions)
    expect(ids(state)).toEqual(expected)
    expect(state.present.selected).toBe(selected)
    expect(checkSettings(schema, state.present.settings).issues).toEqual([])
  })
})

it.each([
  [0, 1, ['cut', 'suppress-old', 'summarise-results']],
  [0, 2, ['cut', 'summarise-results', 'suppress-old']],
  [2, 1, ['suppress-old', 'summarise-results', 'cut']],
  [2, 0, ['summarise-results', 'suppress-old', 'cut']],
  [1, -1, ['cut', 'suppress-old', 'summarise-results']],
])('pass %i of three that moves to %i stands there', (from, to, expected) => {
  const state = after(start(suppress, cut, summarise), { kind: 'move', from, to })
  expect(ids(state)).toEqual(expected)
})

describe('one value, two views', () => {
  it('shows in the text what was set in the form, and the other way round', () => {
    const set = after(start(cut), { kind: 'set', path: ['passes', 0, 'name'], value: 'Shorter' })
    expect(JSON.parse(set.text)).toEqual(set.present.settings)
    expect(set.revision).toBe(1)
    const typed = after(set, text('{"passes": [], "keepFirst": 3}'))
    expect(typed.present.settings).toMatchObject({ passes: [], keepFirst: 3, concurrency: 4 })
    expect(typed.revision).toBe(1)
    expect(typed.text).toBe('{"passes": [], "keepFirst": 3}')
  })

  it('keeps the last settings that fit while the text does not, and says where it does not', () => {
    const state = after(start(cut), text('{"passes": [{"id": ""}], "keepFirst": -1}'))
    expect(ids(state)).toEqual(['cut'])
    expect(state.textProblems).toContainEqual(expect.stringMatching(/^keepFirst: /))
    expect(after(state, { kind: 'undo' })).toMatchObject({ textProblems: [], text: start(cut).text })
  })

  it('takes a value that does not fit from the form, so that the field can explain it', () => {
    const path = ['passes', 0, 'selection', 'keepRecentCount']
    const state = after(start(cut), { kind: 'set', path, value: -4 })
    expect(checkSettings(schema, state.present.settings).issues).toEqual([
      { path, message: expect.any(String) },
    ])
  })
})

describe('going back', () => {
  const rename = (value: string): EditorAction => ({ kind: 'set', path: ['passes', 0, 'name'], value })

  it('is one step for one field, until the field was left', () => {
    const state = after(start(cut), rename('A'), rename('AB'), { kind: 'rest' }, rename('ABC'))
    expect(state.past).toHaveLength(2)
    const back = after(state, { kind: 'undo' })
    expect(readPasses(back.present.settings)[0]?.['name']).toBe('AB')
    expect(after(back, { kind: 'redo' }).present).toEqual(state.present)
  })

  it('is a step of its own for each choice', () => {
    const choose = (value: boolean): EditorAction => ({
      kind: 'set',
      path: ['losslessPrelude', 'enabled'],
      value,
    })
    expect(after(start(cut), choose(false), choose(true)).past).toHaveLength(2)
  })

  it('brings a removed pass back selected, and an edit ends the future', () => {
    const back = after(start(suppress, cut), { kind: 'remove', index: 0 }, { kind: 'undo' })
    expect(ids(back)).toEqual(['suppress-old', 'cut'])
    expect(back.present.selected).toBe(0)
    expect(after(back, rename('New')).future).toEqual([])
  })

  it('does nothing at either end', () => {
    const state = start(cut)
    expect(after(state, { kind: 'undo' }, { kind: 'redo' })).toEqual(state)
  })
})

const place = integer({ min: 0, max: 4 })
const arbitraryAction = oneof<Arbitrary<EditorAction>[]>(
  constantFrom(...templates).map((pass) => ({ kind: 'add', pass })),
  place.map((index) => ({ kind: 'duplicate', index })),
  place.map((index) => ({ kind: 'remove', index })),
  tuple(place, place).map(([from, to]) => ({ kind: 'move', from, to })),
  option(place).map((selected) => ({ kind: 'select', selected })),
  integer({ min: -2, max: 60 }).map((value) => ({ kind: 'set', path: ['keepFirst'], value })),
  string().map((value) => ({ kind: 'set', path: ['passes', 0, 'description'], value })),
  constantFrom<EditorAction>({ kind: 'undo' }, { kind: 'redo' }, { kind: 'rest' }),
)

describe('whatever is done', () => {
  it('form to JSON to form loses nothing', () => {
    assert(
      property(array(arbitraryAction, { maxLength: 30 }), (actions) => {
        const state = after(start(...templates), ...actions)
        expect(JSON.parse(state.text)).toEqual(state.present.settings)
        const { settings } = checkSettings(schema, state.present.settings)
        const reading = readSettingsText(schema, state.text)
        expect('settings' in reading ? reading.settings : null).toEqual(settings)
        expect(settings ?? state.present.settings).toEqual(state.present.settings)
        expect(after(state, text(state.text)).present).toEqual(state.present)
      }),
    )
  })

  it('all of it can be undone and done again', () => {
    assert(
      property(array(arbitraryAction, { maxLength: 30 }), (actions) => {
        const first = start(...templates)
        const last = after(first, ...actions)
        const undo = last.past.map((): EditorAction => ({ kind: 'undo' }))
        const back = after(last, ...undo)
        expect(back.present.settings).toEqual(first.present.settings)
        expect(after(back, ...undo.map((): EditorAction => ({ kind: 'redo' }))).present.settings).toEqual(
          last.present.settings,
        )
      }),
    )
  })
})
