import { MarkerSeverity } from 'monaco-editor/editor'
import { editor } from './monaco-setup.ts'

/** Something wrong in a text; lines and columns count from 1, and 0 stands for no place. */
export type EditorMarker = { readonly message: string; readonly line: number; readonly column: number }

/** Underlines what is wrong, from its place to the end of the word. */
export function showMarkers(shown: editor.IStandaloneCodeEditor, markers: readonly EditorMarker[]): void {
  const model = shown.getModel()
  if (model === null) return
  editor.setModelMarkers(
    model,
    'dewpoint',
    markers.map(({ message, line, column }) => {
      const startLineNumber = Math.min(Math.max(1, line), model.getLineCount())
      const startColumn = Math.max(1, column)
      const word = model.getWordAtPosition({ lineNumber: startLineNumber, column: startColumn })
      return {
        message,
        severity: MarkerSeverity.Error,
        startLineNumber,
        startColumn,
        endLineNumber: startLineNumber,
        endColumn: word?.endColumn ?? startColumn + 1,
      }
    }),
  )
}
