import { Button, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { settingsSchema, type Settings } from '../../../shared/domain/provider.ts'
import { ActButton } from './act-button.tsx'
import styles from './smart-editor.module.css'
import { passTemplates } from './pass-templates.ts'

type PassListBarProps = {
  readonly count: number
  readonly selected: number | null
  readonly onAdd: (pass: Settings) => void
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (index: number) => void
  readonly onDuplicate: (index: number) => void
}

/** What can be done with the list of passes and with the selected one. */
export function PassListBar({ count, selected, onAdd, onMove, onRemove, onDuplicate }: PassListBarProps) {
  const at = selected ?? -1
  return (
    <div className={styles.paneHead}>
      <h2 className={styles.paneTitle}>Passes</h2>
      <span className={styles.spring} />
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
    </div>
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
            <span className={styles.menuAbout}>{about}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
