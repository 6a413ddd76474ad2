/** One character of a name, and what stands free at its sides; in pixels. */
const [charWidth, sides] = [6.8, 12]

/** A text that fits on a tile, with its end where it has to be cut: files differ by that. */
export function cutToWidth(text: string, width: number): string {
  const most = Math.floor((width - sides) / charWidth)
  if (text.length <= most) return text
  const end = Math.floor((most - 1) / 3)
  return `${text.slice(0, Math.max(1, most - 1 - end))}…${end === 0 ? '' : text.slice(-end)}`
}
