import { Skeleton } from '@mantine/core'
import styles from './skeleton-rows.module.css'

/** Placeholder for rows that are still loading. */
export function SkeletonRows({ rows = 12, label }: { readonly rows?: number; readonly label: string }) {
  return (
    <div className={styles.rows} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={12} width={`${92 - ((row * 37) % 45)}%`} radius={4} />
      ))}
    </div>
  )
}
