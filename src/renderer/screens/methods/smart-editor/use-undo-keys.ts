import { useEffect, useEffectEvent } from 'react'
import type { EditorAction } from './editor-state.ts'

/** Fields have an undo of their own, for what is typed into them. */
const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, .monaco-editor'

/** Ctrl+Z takes back and Ctrl+Shift+Z or Ctrl+Y does again, outside of text fields and dialogs. */
export function useUndoKeys(act: (action: EditorAction) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return
    if (event.target instanceof Element && event.target.closest(typing) !== null) return
    if (document.querySelector('[role="dialog"]') !== null) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    act({ kind: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => handle(event)
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}
