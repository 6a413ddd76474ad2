import { IconCheck, IconX } from '@tabler/icons-react'

/** How a fact that survived and one that was lost are shown; the word stands beside it. */
export const survivalLooks = {
  kept: { icon: IconCheck, color: 'var(--fine)' },
  lost: { icon: IconX, color: 'var(--fate-dropped)' },
}
