import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { Treemap, type TreemapNode } from 'recharts'
import { Link } from 'wouter'
import { cutToWidth } from './cut-to-width.ts'
import styles from './tile-map.module.css'

/** A tile: its size is its value. */
export type Tile = {
  readonly id: string
  readonly name: string
  /** The name in full. */
  readonly title: string
  readonly value: number
  /** The value in words. */
  readonly figure: string
  readonly color: string
  /** Null where there is nothing to lead to. */
  readonly href: string | null
}

const height = 260

/** Shares of a whole as tiles, each leading to what it is of. */
export function TileMap({ label, tiles }: { readonly label: string; readonly tiles: readonly Tile[] }) {
  const { ref, width } = useElementSize()
  const content = useMemo(() => {
    const byId = new Map(tiles.map((tile) => [tile.id, tile]))
    return (node: TreemapNode) => drawTile(node, byId.get(node.name))
  }, [tiles])
  return (
    <div ref={ref} role="group" aria-label={label}>
      <Treemap
        width={width}
        height={height}
        data={tiles.map(({ id, value }) => ({ id, value }))}
        dataKey="value"
        nameKey="id"
        aspectRatio={2}
        isAnimationActive={false}
        content={content}
      />
    </div>
  )
}

function drawTile({ x, y, width, height: tall }: TreemapNode, tile: Tile | undefined) {
  if (tile === undefined || width < 1 || tall < 1) return <g />
  const shape = (
    <>
      <title>{`${tile.title}: ${tile.figure}`}</title>
      <rect x={x} y={y} width={width} height={tall} fill={tile.color} className={styles.tile} />
      {width > 60 && tall > 20 && (
        <svg x={x} y={y} width={width - 6} height={tall}>
          <text x={6} y={15} className={styles.name}>
            {cutToWidth(tile.name, width)}
          </text>
          {tall > 36 && (
            <text x={6} y={30} className={styles.figure}>
              {cutToWidth(tile.figure, width)}
            </text>
          )}
        </svg>
      )}
    </>
  )
  return tile.href === null ? (
    <g>{shape}</g>
  ) : (
    <Link href={tile.href} aria-label={`${tile.title}: ${tile.figure}`} className={styles.link ?? ''}>
      {shape}
    </Link>
  )
}
