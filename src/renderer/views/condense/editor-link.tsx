import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { routes } from '../../lib/routes.ts'

/** Goes on with the settings in the editor of passes. */
export function EditorLink() {
  const [, navigate] = useLocation()
  return (
    <Button
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
      onClick={() => navigate(routes.smart)}
    >
      Open in editor
    </Button>
  )
}
