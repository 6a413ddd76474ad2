import { useComputedColorScheme } from '@mantine/core'
import { MarkerSeverity } from 'monaco-editor/editor'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Block } from '../../layout/layout.tsx'
import { editor } from './monaco-setup.ts'
import { offerCompletions, type Complete } from './yaml-completion.ts'

/** A fault in a text. Lines and columns count from 1, and 0 means no place. */
type EditorMarker = { readonly message: string; readonly line: number; readonly column: number }

/** One text in the editor, read or changed. */
export type CodeEditorProps = {
  readonly value: string
  readonly language: 'plaintext' | 'json' | 'yaml'
  readonly label: string
  /** Absent for text that is only read. */
  readonly onChange?: ((value: string) => void) | undefined
  /**
   * Grows whenever an edited text is changed from outside. While it stays, `value` is what was typed some keystrokes
   * ago and replaces nothing.
   */
  readonly revision?: number | undefined
  /** What is wrong, and where. */
  readonly markers?: readonly EditorMarker[] | undefined
  /** Completions at a place, for YAML only. */
  readonly complete?: Complete | undefined
}

/** Above this a line is not wrapped: wrapping a line of millions of characters takes seconds. */
const longestWrappedLine = 20_000
/** Above this JSON is shown without colours and folding. */
const largestJson = 1_000_000

/** Monaco over one text. Links in it are text, and nothing in it is ever opened or rendered. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, language, label, onChange, revision, markers, complete } = props
  const host = useRef<HTMLDivElement>(null)
  const instance = useRef<editor.IStandaloneCodeEditor | null>(null)
  const scheme = useComputedColorScheme('dark')
  const readOnly = onChange === undefined
  const isReplacing = useRef(false)
  const changed = useEffectEvent((text: string) => onChange?.(text))
  const completes = complete !== undefined
  const completed = useEffectEvent((text: string) => complete?.(text) ?? { typed: '', items: [] })
  const replace = useEffectEvent((current: editor.IStandaloneCodeEditor) => {
    if (current.getValue() === value) return
    isReplacing.current = true
    showText(current, value, language, readOnly)
    isReplacing.current = false
  })

  useEffect(() => {
    if (host.current === null) return
    const created = editor.create(host.current, {
      ...fixedOptions,
      ...(completes ? completionOptions : {}),
      readOnly,
      domReadOnly: readOnly,
      ariaLabel: label,
    })
    instance.current = created
    const withdraw = completes ? offerCompletions(created, (text) => completed(text)) : () => undefined
    const subscription = created.onDidChangeModelContent((event) => {
      if (!event.isFlush && !isReplacing.current) changed(created.getValue())
    })
    return () => {
      subscription.dispose()
      withdraw()
      const model = created.getModel()
      created.dispose()
      model?.dispose()
      instance.current = null
    }
  }, [readOnly, label, completes])

  const shown = readOnly ? value : revision
  useEffect(() => {
    if (instance.current !== null) replace(instance.current)
  }, [shown, language, readOnly, label, completes])

  useEffect(() => {
    if (instance.current !== null) showMarkers(instance.current, markers ?? [])
  }, [markers, shown, language, readOnly, label, completes])

  useEffect(() => editor.setTheme(`dewpoint-${scheme}`), [scheme])

  return <Block ref={host} h="100%" mih={80} clip />
}

/** Read-only text gets a model of its own. Edited text is replaced in one edit that can be undone. */
function showText(
  current: editor.IStandaloneCodeEditor,
  text: string,
  language: CodeEditorProps['language'],
  readOnly: boolean,
): void {
  const old = current.getModel()
  const shownAs = text.length > largestJson ? 'plaintext' : language
  current.updateOptions({ wordWrap: hasLineLongerThan(text, longestWrappedLine) ? 'off' : 'on' })
  if (!readOnly && old !== null && old.getLanguageId() === shownAs) {
    old.pushStackElement()
    old.pushEditOperations([], [{ range: old.getFullModelRange(), text }], () => null)
    old.pushStackElement()
    return
  }
  current.setModel(editor.createModel(text, shownAs))
  old?.dispose()
}

const fixedOptions: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  // What is typed is what stands there: nothing is closed, put around a selection or completed.
  autoClosingBrackets: 'never',
  autoClosingQuotes: 'never',
  autoSurround: 'never',
  quickSuggestions: false,
  suggestOnTriggerCharacters: false,
  wordBasedSuggestions: 'off',
  contextmenu: true,
  fontSize: 12,
  fontFamily: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  lineNumbersMinChars: 4,
  links: false,
  minimap: { enabled: false },
  overviewRulerLanes: 0,
  renderLineHighlight: 'none',
  renderControlCharacters: true,
  // Otherwise the number of an empty last line is too pale to be read.
  renderFinalNewline: 'on',
  scrollBeyondLastLine: false,
  stickyScroll: { enabled: false },
  // The Tab key moves the focus on instead of writing a tab, so that the keyboard is never caught in an editor.
  tabFocusMode: true,
  unicodeHighlight: { ambiguousCharacters: false },
  wordWrap: 'on',
  padding: { top: 8 },
}

const completionOptions: editor.IStandaloneEditorConstructionOptions = {
  quickSuggestions: { other: true, strings: true, comments: false },
  suggestOnTriggerCharacters: true,
  acceptSuggestionOnCommitCharacter: false,
  fixedOverflowWidgets: true,
  suggest: { showWords: false },
}

function hasLineLongerThan(text: string, limit: number): boolean {
  let start = 0
  for (;;) {
    const end = text.indexOf('\n', start)
    if ((end === -1 ? text.length : end) - start > limit) return true
    if (end === -1) return false
    start = end + 1
  }
}

/** Underlines what is wrong, from its place to the end of the word. */
function showMarkers(shown: editor.IStandaloneCodeEditor, markers: readonly EditorMarker[]): void {
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
