import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import {
  isRecord,
  type JsonPath,
  withJsonAt,
} from '../../../ui/components/editor-fields/read-json-at-path.ts'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'
import { findFreePassId, formatPassName, readPasses } from './passes.ts'
import type { TextReading } from './read-settings-text.ts'

/** A step of undo and redo: settings and the selected pass, or null for the general settings. */
export type Snapshot = { readonly settings: Settings; readonly selected: number | null }

/** The editor: one value, shown as a form and as text, with its past and its future. */
export type EditorState = {
  readonly past: readonly Snapshot[]
  readonly present: Snapshot
  readonly future: readonly Snapshot[]
  /** What the last edit was about: edits of the same thing in a row are one step back. */
  readonly lastKey: string | null
  readonly text: string
  /** Why the text is not valid settings. `present` then has the last valid ones. */
  readonly textProblems: readonly string[]
  /** Grows with every change that was not typed as text. */
  readonly revision: number
}

/** Everything that can be done in the editor. */
export type EditorAction =
  | { readonly kind: 'set'; readonly path: JsonPath; readonly value: JsonValue | undefined }
  | { readonly kind: 'replace'; readonly settings: Settings }
  | { readonly kind: 'text'; readonly text: string; readonly reading: TextReading }
  | { readonly kind: 'add'; readonly pass: Settings }
  | { readonly kind: 'duplicate'; readonly index: number }
  | { readonly kind: 'remove'; readonly index: number }
  | { readonly kind: 'move'; readonly from: number; readonly to: number }
  | { readonly kind: 'select'; readonly selected: number | null }
  | { readonly kind: 'undo' | 'redo' }
  /** A field was left: the next edit is a step of its own. */
  | { readonly kind: 'rest' }

/** Steps that can be taken back. */
const longestPast = 200

/** An editor that begins with these settings. */
export function createEditorState(settings: Settings): EditorState {
  const selected = readPasses(settings).length > 0 ? 0 : null
  const present = { settings, selected }
  return {
    past: [],
    present,
    future: [],
    lastKey: null,
    text: formatSettings(settings),
    textProblems: [],
    revision: 0,
  }
}

/** The state after an action. */
export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  const { settings, selected } = state.present
  switch (action.kind) {
    case 'set': {
      const next = withJsonAt(settings, action.path, action.value)
      if (!isRecord(next)) return state
      return editState(state, { settings: next, selected }, buildActionKey(action))
    }
    case 'replace':
      return editState(state, { settings: action.settings, selected })
    case 'text':
      return typeText(state, action.text, action.reading)
    case 'add':
    case 'duplicate':
    case 'remove':
    case 'move':
      return editState(state, rearrangePasses(state.present, action))
    case 'select':
      return { ...state, present: fitSelection({ settings, selected: action.selected }), lastKey: null }
    case 'undo':
    case 'redo':
      return stepThroughHistory(state, action.kind)
    case 'rest':
      return state.lastKey === null ? state : { ...state, lastKey: null }
    default:
      return assertNever(action)
  }
}

/** Typed values arrive in pieces and share a step. A choice is a step of its own. */
function buildActionKey({ path, value }: Extract<EditorAction, { kind: 'set' }>): string | null {
  const isTyped =
    typeof value === 'string' || typeof value === 'number' || value === null || value === undefined
  return isTyped ? path.join('/') : null
}

type Rearrangement = Extract<EditorAction, { kind: 'add' | 'duplicate' | 'remove' | 'move' }>

function rearrangePasses({ settings, selected }: Snapshot, action: Rearrangement): Snapshot {
  const passes = readPasses(settings)
  const withPasses = (next: readonly Settings[], place: number): Snapshot =>
    fitSelection({ settings: { ...settings, passes: [...next] }, selected: place })
  switch (action.kind) {
    case 'add': {
      const place = selected === null ? passes.length : selected + 1
      const pass = { ...action.pass, id: findFreePassId(passes, action.pass['id']) }
      return withPasses(passes.toSpliced(place, 0, pass), place)
    }
    case 'duplicate': {
      const pass = passes[action.index]
      if (pass === undefined) return { settings, selected }
      const copy = {
        ...pass,
        id: findFreePassId(passes, pass['id']),
        name: `${formatPassName(pass, action.index).slice(0, 190)} (copy)`,
      }
      return withPasses(passes.toSpliced(action.index + 1, 0, copy), action.index + 1)
    }
    case 'remove':
      return withPasses(passes.toSpliced(action.index, 1), action.index)
    case 'move': {
      const pass = passes[action.from]
      const to = Math.min(Math.max(action.to, 0), passes.length - 1)
      if (pass === undefined || to === action.from) return { settings, selected }
      return withPasses(passes.toSpliced(action.from, 1).toSpliced(to, 0, pass), to)
    }
    default:
      return assertNever(action)
  }
}

/** A change that was not typed as text. Nothing happens where nothing changes. */
function editState(state: EditorState, present: Snapshot, key: string | null = null): EditorState {
  if (present.settings === state.present.settings) return state
  return {
    ...storeStep(state, fitSelection(present), key),
    ...buildShownText(present.settings, state.revision),
  }
}

function typeText(state: EditorState, text: string, reading: TextReading): EditorState {
  if ('problems' in reading) return { ...state, text, textProblems: reading.problems }
  const present = fitSelection({ settings: reading.settings, selected: state.present.selected })
  const isSame = formatSettings(reading.settings) === formatSettings(state.present.settings)
  return { ...(isSame ? state : storeStep(state, present, 'text')), text, textProblems: [] }
}

function storeStep(state: EditorState, present: Snapshot, key: string | null): EditorState {
  const isContinued = key !== null && key === state.lastKey
  const past = isContinued ? state.past : [...state.past, state.present].slice(-longestPast)
  return { ...state, past, present, future: [], lastKey: key }
}

function stepThroughHistory(state: EditorState, direction: 'undo' | 'redo'): EditorState {
  const { past, present, future, revision } = state
  // Text that is no settings is the newest change: it goes first.
  if (direction === 'undo' && state.textProblems.length > 0) {
    return { ...state, ...buildShownText(present.settings, revision), lastKey: null }
  }
  const target = direction === 'undo' ? past.at(-1) : future[0]
  if (target === undefined) return state
  return {
    past: direction === 'undo' ? past.slice(0, -1) : [...past, present],
    present: target,
    future: direction === 'undo' ? [present, ...future] : future.slice(1),
    lastKey: null,
    ...buildShownText(target.settings, revision),
  }
}

function buildShownText(
  settings: Settings,
  revision: number,
): Pick<EditorState, 'text' | 'textProblems' | 'revision'> {
  return { text: formatSettings(settings), textProblems: [], revision: revision + 1 }
}

/** The selected pass is one that exists. */
function fitSelection({ settings, selected }: Snapshot): Snapshot {
  const last = readPasses(settings).length - 1
  return { settings, selected: selected === null || last < 0 ? null : Math.min(selected, last) }
}

function formatSettings(settings: Settings): string {
  return JSON.stringify(settings, null, 2)
}
