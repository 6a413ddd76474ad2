import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Inline, Note, Panel, Row } from '../../layout/layout.tsx'
import { VariantMark } from '../marks/variant-mark.tsx'
import { useField } from './editor-context.ts'
import { readJsonAtPath } from './read-json-at-path.ts'

/** The place of an entry in its list, and its actions. */
export type EntryActions = {
  readonly index: number
  readonly count: number
  readonly onMove: (by: 1 | -1) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

type EntryCardProps = EntryActions & {
  /** The key of the list in the file. */
  readonly list: string
  /** What an entry is: `Variant`. */
  readonly noun: string
  readonly children: ReactNode
}

/** An entry of a list, identified by its mark and its id, with its fields. */
export function EntryCard({ list, noun, index, count, children, ...props }: EntryCardProps) {
  const { value, error } = useField([list, index])
  const id = readJsonAtPath(value, ['id'])
  const ownName = typeof id === 'string' && id !== '' ? id : null
  const name = ownName ?? String(index + 1)
  const actions = [
    {
      word: 'Move up',
      label: `Move ${name} up`,
      icon: IconArrowUp,
      act: () => props.onMove(-1),
      isOff: index === 0,
    },
    {
      word: 'Move down',
      label: `Move ${name} down`,
      icon: IconArrowDown,
      act: () => props.onMove(1),
      isOff: index === count - 1,
    },
    { word: 'Duplicate', label: `Duplicate ${name}`, icon: IconCopy, act: props.onDuplicate, isOff: false },
    { word: 'Remove', label: `Remove ${name}`, icon: IconTrash, act: props.onRemove, isOff: count === 1 },
  ]
  return (
    <Panel component="fieldset" w="100%" miw={0} pt={6} pb={10} px={10} aria-label={`${noun} ${name}`}>
      <Row gap={6} mb="xs">
        <VariantMark place={index} />
        <strong>{ownName ?? 'Without an id'}</strong>
        <Inline flex={1} />
        {actions.map(({ word, label, icon: Icon, act, isOff }) => (
          <ActionIcon key={word} aria-label={label} title={word} disabled={isOff} onClick={act}>
            <Icon size={14} aria-hidden />
          </ActionIcon>
        ))}
      </Row>
      {error !== undefined && <Note tone="bad">{error}</Note>}
      {children}
    </Panel>
  )
}
