import { useEffect, useEffectEvent } from 'react'

/** Calls `save` on Ctrl+S or Cmd+S, wherever the focus is, instead of the browser's own saving of the page. */
export function useSaveKey(save: () => void): void {
  const run = useEffectEvent(save)
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's'
      if (!isSave) return
      event.preventDefault()
      if (document.querySelector('[role="dialog"]') === null) run()
    }
    window.addEventListener('keydown', handleKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [])
}
