import type { ReactNode } from 'react'
import { Bar, Heading, Inline } from '../layout/layout.tsx'

/** The line above a view: a small title, then what can be done. */
export function Toolbar({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <Bar component="header" wrap gap="xs md" c="dimmed">
      <Heading component="h1" c="var(--text)">
        {title}
      </Heading>
      {children}
    </Bar>
  )
}

/** Pushes what follows to the far end. */
Toolbar.Spring = function ToolbarSpring() {
  return <Inline flex={1} />
}
