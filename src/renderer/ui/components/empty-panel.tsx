import type { ReactNode } from 'react'
import { Block, Column } from '../layout/layout.tsx'

/** An empty state: one sentence and one action. */
export function EmptyPanel({
  children,
  action,
}: {
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <Column align="center" justify="center" gap="md" py={48} px="lg" ta="center">
      <Block component="p" c="dimmed" maw={520}>
        {children}
      </Block>
      {action}
    </Column>
  )
}
