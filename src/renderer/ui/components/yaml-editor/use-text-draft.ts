import { useState } from 'react'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import { editYamlText, type TextEdit } from './edit-yaml-text.ts'
import { readYamlText } from './read-yaml-text.ts'

const mostUndone = 100

/** A draft of a file: its text, and the value that the form shows. */
export type TextDraft = {
  readonly text: string
  /** Of the last text that could be read. */
  readonly value: Settings
  /** Why the text cannot be read now, or null where it can. */
  readonly textError: string | null
  /** Grows with every change that was not typed as text. */
  readonly revision: number
  readonly canUndo: boolean
  readonly edit: (edit: TextEdit) => void
  readonly changeText: (text: string) => void
  readonly replace: (text: string) => void
  readonly undo: () => void
}

type DraftState = Pick<TextDraft, 'text' | 'value' | 'textError' | 'revision'> & {
  /** Texts before changes that were made in the form, newest last. */
  readonly past: readonly string[]
}

type TextDraftOptions = {
  readonly initial: string
  /** The key that the file begins with. */
  readonly firstKey: string
  readonly onChange: (text: string) => void
}

/** A YAML text that a form and an editor change alike. What the form does can be undone. */
export function useTextDraft({ initial, firstKey, onChange }: TextDraftOptions): TextDraft {
  const withText = (state: DraftState, text: string): DraftState => {
    const read = readYamlText(text, firstKey)
    return 'error' in read
      ? { ...state, text, textError: read.error }
      : { ...state, text, value: read.value, textError: null }
  }
  const [state, setState] = useState<DraftState>(() =>
    withText({ text: initial, value: {}, textError: null, revision: 0, past: [] }, initial),
  )
  const change = (next: DraftState): void => {
    setState(next)
    onChange(next.text)
  }
  const replace = (next: string): void =>
    change({
      ...withText(state, next),
      revision: state.revision + 1,
      past: [...state.past, state.text].slice(-mostUndone),
    })
  return {
    ...state,
    canUndo: state.past.length > 0,
    edit: (edit) => replace(editYamlText(state.text, edit)),
    changeText: (next) => change(withText(state, next)),
    replace,
    undo: () => {
      const before = state.past.at(-1)
      if (before === undefined) return
      change({ ...withText(state, before), revision: state.revision + 1, past: state.past.slice(0, -1) })
    },
  }
}
