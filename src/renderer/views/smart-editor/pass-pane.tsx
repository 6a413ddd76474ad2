import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Settings } from '../../../shared/domain/provider.ts'
import { PassListBar } from './pass-list-bar.tsx'
import { PassList } from './pass-list.tsx'
import { nameOfPass, passesOf } from './passes-of.ts'
import styles from './smart-editor.module.css'
import type { SmartDraft } from './use-smart-draft.ts'

/** What was done to the list last, for the eye and for a screen reader. */
type Said = { readonly text: string; readonly canUndo: boolean }

/** The list of passes with everything that can be done to it. */
export function PassPane({ draft: { state, act, issues } }: { readonly draft: SmartDraft }) {
  const list = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState<Said>({ text: '', canUndo: false })
  const { settings, selected } = state.present
  const passes = passesOf(settings)
  const nameAt = (index: number): string => nameOfPass(passes[index] ?? {}, index)
  const say = (text: string, canUndo = false): void => setSaid({ text, canUndo })
  const select = (next: number | null): void => {
    act({ kind: 'select', selected: next })
    say('')
  }
  const listActions = {
    onMove: (from: number, to: number): void => {
      if (to < 0 || to >= passes.length) {
        return say(`“${nameAt(from)}” is ${to < 0 ? 'first' : 'last'} already.`)
      }
      act({ kind: 'move', from, to })
      say(from === to ? '' : `“${nameAt(from)}” is now ${to + 1} of ${passes.length}.`)
    },
    onRemove: (index: number): void => {
      act({ kind: 'remove', index })
      say(`Deleted “${nameAt(index)}”.`, true)
    },
    onDuplicate: (index: number): void => {
      act({ kind: 'duplicate', index })
      say(`Duplicated “${nameAt(index)}”.`)
    },
  }
  const add = (pass: Settings): void => {
    act({ kind: 'add', pass })
    say(`Added “${nameOfPass(pass, 0)}”.`)
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
        text={said.text || hintOf(passes.length)}
        onUndo={
          said.canUndo
            ? () => {
                act({ kind: 'undo' })
                say('The pass is back.')
                // The button is gone now.
                list.current?.focus()
              }
            : null
        }
      />
    </>
  )
}

function hintOf(count: number): string {
  if (count === 0) return 'No pass yet: add one.'
  return count === 1 ? '' : 'Drag, or Alt+↑ and Alt+↓, to change the order.'
}

type PassNoteProps = { readonly text: string; readonly onUndo: (() => void) | null }

/** The line below the list; screen readers hear it. */
function PassNote({ text, onUndo }: PassNoteProps) {
  return (
    <div className={styles.said}>
      <span role="status">{text}</span>
      {onUndo !== null && (
        <Button variant="default" size="compact-xs" onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
  )
}
