import { Drawer } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
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
  useWindowEvent(
    'keydown',
    ({ key }) => {
      if (key === 'Escape' && isOpen && !isAnythingOver()) onClose()
    },
    // Before what is open over it has closed.
    { capture: true },
  )
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="min(1240px, 92vw)"
      closeOnEscape={false}
    >
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

/** Whether a dialog, a menu or a list is open over the drawer, which the key is meant for. */
function isAnythingOver(): boolean {
  const over = [
    '[role="dialog"]:not([data-drawer])',
    '[role="menu"]',
    '[aria-haspopup][aria-expanded="true"]',
    '.suggest-widget.visible',
    '.find-widget.visible',
  ]
  return document.querySelector(over.join()) !== null
}
