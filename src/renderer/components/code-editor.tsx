import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import styles from './code-editor.module.css'
import { editor } from './monaco-setup.ts'

/** One text in the editor, read or changed. */
export type CodeEditorProps = {
  readonly value: string
  readonly language: 'plaintext' | 'json'
  readonly label: string
  /** Absent for text that is only read. */
  readonly onChange?: ((value: string) => void) | undefined
}

/** Above this a line is not wrapped: wrapping a line of millions of characters takes seconds. */
const longestWrappedLine = 20_000
/** Above this JSON is shown without colours and folding. */
const largestJson = 1_000_000

/** Monaco over one text. Links in it are text, and nothing in it is ever opened or rendered. */
export function CodeEditor({ value, language, label, onChange }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const instance = useRef<editor.IStandaloneCodeEditor | null>(null)
  const scheme = useComputedColorScheme('dark')
  const readOnly = onChange === undefined
  const changed = useEffectEvent((text: string) => onChange?.(text))

  useEffect(() => {
    if (host.current === null) return
    const created = editor.create(host.current, {
      ...fixedOptions,
      readOnly,
      domReadOnly: readOnly,
      ariaLabel: label,
    })
    instance.current = created
    const subscription = created.onDidChangeModelContent((event) => {
      if (!event.isFlush) changed(created.getValue())
    })
    return () => {
      subscription.dispose()
      created.getModel()?.dispose()
      created.dispose()
      instance.current = null
    }
  }, [readOnly, label])

  useEffect(() => {
    const current = instance.current
    if (current === null || current.getValue() === value) return
    const old = current.getModel()
    const plain = value.length > largestJson
    current.setModel(editor.createModel(value, plain ? 'plaintext' : language))
    current.updateOptions({ wordWrap: hasLineLongerThan(value, longestWrappedLine) ? 'off' : 'on' })
    old?.dispose()
  }, [value, language, readOnly, label])

  useEffect(() => editor.setTheme(`dewpoint-${scheme}`), [scheme])

  return <div ref={host} className={styles.host} />
}

const fixedOptions: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  contextmenu: true,
  fontSize: 12,
  fontFamily: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  lineNumbersMinChars: 4,
  links: false,
  minimap: { enabled: false },
  overviewRulerLanes: 0,
  renderLineHighlight: 'none',
  renderControlCharacters: true,
  scrollBeyondLastLine: false,
  stickyScroll: { enabled: false },
  // The Tab key moves on instead of writing a tab: nobody is caught in an editor.
  tabFocusMode: true,
  unicodeHighlight: { ambiguousCharacters: false },
  wordWrap: 'on',
  padding: { top: 8 },
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
