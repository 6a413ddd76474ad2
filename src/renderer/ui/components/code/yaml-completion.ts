import { languages } from 'monaco-editor/editor'
import type { editor } from './monaco-setup.ts'

/** What fits at the end of a text, and how much of it stands there already. */
export type Complete = (textBefore: string) => {
  readonly typed: string
  readonly items: readonly {
    readonly label: string
    readonly insert: string
    readonly detail: string
    readonly about: string
  }[]
}

const offers = new Map<editor.IStandaloneCodeEditor, Complete>()
let isRegistered = false

/** Completes YAML in an editor. Returns the way to stop. The editor knows one source of completions for a language. */
export function offerCompletions(shown: editor.IStandaloneCodeEditor, complete: Complete): () => void {
  offers.set(shown, complete)
  if (!isRegistered) register()
  isRegistered = true
  return () => offers.delete(shown)
}

function register(): void {
  languages.registerCompletionItemProvider('yaml', {
    triggerCharacters: [' ', '-', '[', '{', ','],
    provideCompletionItems: (model, { lineNumber, column }) => {
      const complete = [...offers].find(([shown]) => shown.getModel() === model)?.[1]
      if (complete === undefined) return { suggestions: [] }
      const before = model.getValueInRange({
        startLineNumber: 1,
        startColumn: 1,
        endLineNumber: lineNumber,
        endColumn: column,
      })
      const { typed, items } = complete(before)
      const range = {
        startLineNumber: lineNumber,
        startColumn: column - typed.length,
        endLineNumber: lineNumber,
        endColumn: column,
      }
      return {
        suggestions: items.map(({ label, insert, detail, about }, place) => ({
          label,
          insertText: insert,
          detail,
          documentation: about,
          kind: insert.endsWith(': ')
            ? languages.CompletionItemKind.Property
            : languages.CompletionItemKind.Value,
          sortText: String(place).padStart(4, '0'),
          range,
          // The next list opens by itself behind a key.
          ...(insert.endsWith(': ')
            ? { command: { id: 'editor.action.triggerSuggest', title: 'Suggest' } }
            : {}),
        })),
      }
    },
  })
}
