import {
  IconArrowsDiagonalMinimize,
  IconCheck,
  IconCornerDownRight,
  IconPencilPlus,
  IconSparkles,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import type { Fate } from '../../../../shared/condense/aligned-row-types.ts'
import { findTermById } from '../../../../shared/kernel/words/glossary.ts'
import { Row } from '../../layout/layout.tsx'

/** How a fate is shown: an icon, a word and a colour, always together. */
export const fateLooks: Readonly<Record<Fate, { readonly label: string; readonly icon: Icon }>> = {
  kept: { label: 'kept', icon: IconCheck },
  shortened: { label: 'shortened', icon: IconArrowsDiagonalMinimize },
  summarised: { label: 'summarised', icon: IconSparkles },
  referenced: { label: 'reference', icon: IconCornerDownRight },
  dropped: { label: 'dropped', icon: IconX },
  written: { label: 'written', icon: IconPencilPlus },
}

/** What became of a message. */
export function FateMark({ fate }: { readonly fate: Fate }) {
  const look = fateLooks[fate]
  return (
    <Row
      component="span"
      inline
      gap="xs"
      fz="xs"
      nowrap
      title={findTermById(`fate-${fate}`)?.definition}
      style={{ color: `var(--fate-${fate})` }}
    >
      <look.icon size={14} stroke={1.75} aria-hidden />
      {look.label}
    </Row>
  )
}
