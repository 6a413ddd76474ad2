import { useEffect, useRef, type RefObject } from 'react'
import { figureKey } from './figure-link.tsx'

/**
 * For the page that holds the figures: keeps the opened one in view, and gives the focus back to it once it is
 * closed. Null while none is open.
 */
export function useFigureFocus(
  variantKey: string | null,
  metric: string | null,
): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null)
  const before = useRef<string | null>(null)
  const open = variantKey === null || metric === null ? null : figureKey(variantKey, metric)
  useEffect(() => {
    const link = linkOf(page.current, open ?? before.current)
    if (open === null) link?.focus()
    else (link?.closest('td') ?? link)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    before.current = open
  }, [open])
  return page
}

/** The link in the table of results where it is there, else the first that can be seen. */
function linkOf(page: HTMLElement | null, key: string | null): HTMLElement | undefined {
  if (key === null) return undefined
  const links = [...(page?.querySelectorAll<HTMLElement>(`[data-figure="${CSS.escape(key)}"]`) ?? [])]
  const visible = links.filter((link) => link.checkVisibility())
  return visible.find((link) => link.closest('td[data-align]') !== null) ?? visible[0]
}
