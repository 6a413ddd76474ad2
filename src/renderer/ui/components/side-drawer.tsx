import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { Fill } from '../layout/layout.tsx'

type SideDrawerProps = {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What is set beside what is shown: comes in from the right, and leaves with Escape. */
export function SideDrawer({ title, isOpen, onClose, children }: SideDrawerProps) {
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size="min(1240px, 92vw)">
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content
        data-drawer
        aria-label={title}
        styles={{ content: { display: 'flex', flexDirection: 'column', overflow: 'hidden' } }}
      >
        <Drawer.Header py="xs" px="md" mih={40}>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Fill flex={1} mih={0}>
          {children}
        </Fill>
      </Drawer.Content>
    </Drawer.Root>
  )
}
