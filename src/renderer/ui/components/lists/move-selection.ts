/** The position a key moves a selection to, or null for other keys. `page` is in rows. */
export function moveSelection(key: string, selected: number, count: number, page: number): number | null {
  const clamp = (position: number): number => Math.min(count - 1, Math.max(0, position))
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return clamp(selected + 1)
    case 'ArrowUp':
    case 'k':
      return clamp(selected - 1)
    case 'PageDown':
      return clamp(selected + page)
    case 'PageUp':
      return clamp(selected - page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
