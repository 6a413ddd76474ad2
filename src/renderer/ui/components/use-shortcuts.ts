import { useEffect, useEffectEvent } from 'react'

/** Actions by `KeyboardEvent.key`, without modifiers. */
export type Shortcuts = Readonly<Record<string, () => void>>

/** Plain keys for the whole window. They stay quiet while someone types, in a dialog, and with modifiers. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target))
      return
    const action = shortcuts[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => handle(event)
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}

/** Fields and editors that keys belong to, and anything over which a dialog lies. */
const typing = 'input, textarea, select, [contenteditable="true"], .monaco-editor, [role="combobox"]'

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true
  return target instanceof Element && target.closest(typing) !== null
}
