import { useComputedColorScheme } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { PartKind } from '../../../shared/kernel/part.ts'
import { stripBands } from '../../lib/strip-bands.ts'

/** A row of the list beside the strip: its leading kind, and how large it is. */
export type StripItem = { readonly kind: PartKind | null; readonly size: number }

type KindStripProps = {
  readonly items: readonly StripItem[]
  /** Positions that are marked: where a search found something. */
  readonly marks: readonly number[]
  readonly selected: number
  readonly onSelect: (position: number) => void
}

/**
 * A whole list at a glance: a bar per row, coloured by kind and as long as the root of its size. A click goes
 * there. Hidden from screen readers, which have the list.
 */
export function KindStrip({ items, marks, selected, onSelect }: KindStripProps) {
  const scheme = useComputedColorScheme('dark')
  const { ref: sized, width, height } = useElementSize<HTMLCanvasElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const ref = useMergedRef(sized, canvas)
  useEffect(() => {
    if (canvas.current !== null && height > 0)
      drawStrip(canvas.current, { width, height, items, marks, selected })
  }, [items, marks, selected, width, height, scheme])
  return (
    <canvas
      ref={ref}
      aria-hidden
      style={{
        flex: 'none',
        width: 28,
        height: '100%',
        borderLeft: '1px solid var(--line)',
        cursor: 'pointer',
      }}
      onClick={(event) => {
        const { top } = event.currentTarget.getBoundingClientRect()
        onSelect(Math.min(items.length - 1, Math.floor(((event.clientY - top) / height) * items.length)))
      }}
    />
  )
}

type Drawing = Pick<KindStripProps, 'items' | 'marks' | 'selected'> & {
  readonly width: number
  readonly height: number
}

function drawStrip(canvas: HTMLCanvasElement, { width, height, items, marks, selected }: Drawing): void {
  const scale = window.devicePixelRatio
  canvas.width = width * scale
  canvas.height = height * scale
  const context = canvas.getContext('2d')
  if (context === null) return
  const style = getComputedStyle(canvas)
  const fill = (color: string, length: number, start: number, end: number): void => {
    context.fillStyle = style.getPropertyValue(color)
    context.fillRect(0, start, length * canvas.width, end - start)
  }
  const sizes = items.map((item) => item.size)
  const most = sizes.reduce((max, size) => Math.max(max, size), 1)
  for (const { item, start, end } of stripBands(sizes, canvas.height)) {
    const { kind, size } = items[item] ?? { kind: null, size: 0 }
    // A hair of ground between bars of some height keeps neighbours of one kind apart.
    const gap = end - start > 3 * scale ? scale : 0
    if (kind !== null) fill(`--kind-${kind}`, 0.12 + 0.88 * Math.sqrt(size / most), start, end - gap)
  }
  const findPixelRow = (position: number): number => Math.floor((position / items.length) * canvas.height)
  for (const mark of marks) fill('--caution', 1, findPixelRow(mark), findPixelRow(mark) + scale)
  if (selected >= 0) fill('--text', 1, findPixelRow(selected), findPixelRow(selected) + 2 * scale)
}
