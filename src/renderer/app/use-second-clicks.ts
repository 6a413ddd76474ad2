import { useEffect } from 'react'

/**
 * Whoever opens something by a double click on its link has left at the first one; the second one would land on the next
 * screen and mark its texts.
 */
export function useSecondClicks(): void {
  useEffect(() => {
    let before = location.hash
    const onPress = (event: MouseEvent): void => {
      if (event.detail > 1 && location.hash !== before) event.preventDefault()
      else before = location.hash
    }
    document.addEventListener('mousedown', onPress, { capture: true })
    return () => document.removeEventListener('mousedown', onPress, { capture: true })
  }, [])
}
