import { useEffect, type RefObject } from 'react'

/**
 * Moves the focus to the screen where what had it is gone: with the screen before, or with a dialog whose opener is gone.
 * Elsewhere the browser itself remembers the place.
 */
export function useKeptFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: { readonly element: Element; readonly path: string; readonly isInDialog: boolean } | null = null
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return
      last = {
        element: target,
        path: readScreenPath(location.hash),
        isInDialog: target.closest(dialogs) !== null,
      }
    }
    const observer = new MutationObserver(() => {
      if (last === null || last.element.isConnected || document.activeElement !== document.body) return
      const { path, isInDialog } = last
      last = null
      if (isInDialog || path !== readScreenPath(location.hash)) screen.current?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [screen])
}

const dialogs = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** The part of an address that names a screen, without the place on it. */
function readScreenPath(hash: string): string {
  return hash.split('?')[0] ?? ''
}
