import { useEffect, useEffectEvent } from 'react'

/** Fields have an undo of their own, for what is typed into them. */
const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, .monaco-editor'

/** Ctrl+Z takes back, outside of text fields and dialogs. */
export function useUndoKey(undo: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    if (event.key.toLowerCase() !== 'z') return
    if (event.target instanceof Element && event.target.closest(typing) !== null) return
    if (document.querySelector('[role="dialog"]:not([data-drawer])') !== null) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => handle(event)
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}
