/** The place a key leads to in a row of `count`, or null for other keys. */
export function moveAlong(key: string, at: number, count: number): number | null {
  const clamp = (position: number): number => Math.min(count - 1, Math.max(0, position))
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return clamp(at + 1)
    case 'ArrowLeft':
    case 'ArrowUp':
      return clamp(at - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
