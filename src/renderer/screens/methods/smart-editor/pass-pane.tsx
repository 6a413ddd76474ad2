import { Button, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { settingsSchema, type Settings } from '../../../../shared/methods/provider-types.ts'
import { Bar, Block, Heading, Inline } from '../../../ui/layout/layout.tsx'
import { ActButton } from './act-button.tsx'
import { PassList } from './pass-list.tsx'
import { formatPassName, readPasses, passTemplates } from './passes.ts'
import type { SmartDraft } from './use-smart-draft.ts'

type PassListBarProps = {
  readonly count: number
  readonly selected: number | null
  readonly onAdd: (pass: Settings) => void
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (index: number) => void
  readonly onDuplicate: (index: number) => void
}

/** What was done to the list last, for the eye and for a screen reader. */
type Said = { readonly text: string; readonly canUndo: boolean }

/** The list of passes with everything that can be done to it. */
export function PassPane({ draft: { state, act, issues } }: { readonly draft: SmartDraft }) {
  const list = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState<Said>({ text: '', canUndo: false })
  const { settings, selected } = state.present
  const passes = readPasses(settings)
  const findPassName = (index: number): string => formatPassName(passes[index] ?? {}, index)
  const say = (text: string, canUndo = false): void => setSaid({ text, canUndo })
  const select = (next: number | null): void => {
    act({ kind: 'select', selected: next })
    say('')
  }
  const listActions = {
    onMove: (from: number, to: number): void => {
      if (to < 0 || to >= passes.length) {
        return say(`“${findPassName(from)}” is ${to < 0 ? 'first' : 'last'} already.`)
      }
      act({ kind: 'move', from, to })
      say(from === to ? '' : `“${findPassName(from)}” is now ${to + 1} of ${passes.length}.`)
    },
    onRemove: (index: number): void => {
      act({ kind: 'remove', index })
      say(`Deleted “${findPassName(index)}”.`, true)
    },
    onDuplicate: (index: number): void => {
      act({ kind: 'duplicate', index })
      say(`Duplicated “${findPassName(index)}”.`)
    },
  }
  const add = (pass: Settings): void => {
    act({ kind: 'add', pass })
    say(`Added “${formatPassName(pass, 0)}”.`)
  }
  return (
    <>
      <PassListBar count={passes.length} selected={selected} onAdd={add} {...listActions} />
      <PassList
        list={list}
        passes={passes}
        issues={issues}
        selected={selected}
        onSelect={select}
        {...listActions}
      />
      <PassNote
        text={said.text || describeHint(passes.length)}
        onUndo={
          said.canUndo
            ? () => {
                act({ kind: 'undo' })
                say('Restored the pass.')
                // The button is gone now.
                list.current?.focus()
              }
            : null
        }
      />
    </>
  )
}

function describeHint(count: number): string {
  if (count === 0) return 'No pass yet: add one.'
  return count === 1 ? '' : 'Drag, or Alt+↑ and Alt+↓, to change the order.'
}

type PassNoteProps = { readonly text: string; readonly onUndo: (() => void) | null }

/** The line below the list, announced to screen readers. */
function PassNote({ text, onUndo }: PassNoteProps) {
  return (
    <Bar line="top" c="dimmed">
      <span role="status">{text}</span>
      {onUndo !== null && (
        <Button variant="default" size="compact-xs" onClick={onUndo}>
          Undo
        </Button>
      )}
    </Bar>
  )
}

/** What can be done with the list of passes and with the selected one. */
function PassListBar({ count, selected, onAdd, onMove, onRemove, onDuplicate }: PassListBarProps) {
  const at = selected ?? -1
  return (
    <Bar pr="sm" pl="md" gap={2}>
      <Heading flex="0 1 auto" cut>
        Passes
      </Heading>
      <Inline flex={1} />
      <ActButton
        size="sm"
        icon={IconArrowUp}
        label="Move the pass up"
        title="Move up"
        isOff={at <= 0}
        onClick={() => onMove(at, at - 1)}
      />
      <ActButton
        size="sm"
        icon={IconArrowDown}
        label="Move the pass down"
        title="Move down"
        isOff={at < 0 || at >= count - 1}
        onClick={() => onMove(at, at + 1)}
      />
      <ActButton
        size="sm"
        icon={IconCopy}
        label="Duplicate the pass"
        title="Duplicate"
        isOff={at < 0}
        onClick={() => onDuplicate(at)}
      />
      <ActButton
        size="sm"
        icon={IconTrash}
        label="Delete the pass"
        title="Delete"
        isOff={at < 0}
        onClick={() => onRemove(at)}
      />
      <AddMenu onAdd={onAdd} />
    </Bar>
  )
}

function AddMenu({ onAdd }: Pick<PassListBarProps, 'onAdd'>) {
  return (
    <Menu
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      width={300}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button variant="default" size="compact-xs" leftSection={<IconPlus size={14} aria-hidden />}>
          Add
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {passTemplates.map(({ label, about, pass }) => (
          <Menu.Item key={pass.id} fz="sm" onClick={() => onAdd(settingsSchema.parse(pass))}>
            {label}
            <Block component="span" display="block" c="dimmed" fz={11} lh="16px">
              {about}
            </Block>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
