import { Skeleton } from '@mantine/core'
import { Column } from '../layout/layout.tsx'

/** Placeholder for rows that are still loading. */
export function SkeletonRows({ rows = 12, label }: { readonly rows?: number; readonly label: string }) {
  return (
    <Column gap="lg" py="lg" px="md" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={12} width={`${92 - ((row * 37) % 45)}%`} radius={4} />
      ))}
    </Column>
  )
}
