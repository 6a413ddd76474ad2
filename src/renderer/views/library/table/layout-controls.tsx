import { ActionIcon, Button, Checkbox, Popover, Select, Tooltip } from '@mantine/core'
import { IconColumns3, IconFold, IconFoldDown } from '@tabler/icons-react'
import { partKinds } from '../../../../shared/domain/part.ts'
import { kindLooks } from '../../../components/part-kinds.ts'
import { kindColumnId } from '../../../lib/kind-column-id.ts'
import { groupByLabels, groupBySchema } from './group-by.ts'
import { optionalColumns } from './library-columns.tsx'
import styles from './library-table.module.css'
import type { LibraryLayout } from './use-library-layout.ts'

/** How the table groups its rows, and which columns it has. */
export function LayoutControls({ layout }: { readonly layout: LibraryLayout }) {
  const { groupBy, isAllCollapsed } = layout
  const label = isAllCollapsed ? 'Expand all groups' : 'Collapse all groups'
  return (
    <>
      <Select
        aria-label="Groups"
        w={130}
        allowDeselect={false}
        data={groupBySchema.options.map((by) => ({ value: by, label: groupByLabels[by] }))}
        value={groupBy}
        onChange={(by) => layout.setGroupBy(groupBySchema.parse(by))}
      />
      {groupBy !== 'none' && (
        <Tooltip label={label}>
          <ActionIcon aria-label={label} onClick={() => layout.setAllCollapsed(!isAllCollapsed)}>
            {isAllCollapsed ? (
              <IconFoldDown size={16} stroke={1.5} aria-hidden />
            ) : (
              <IconFold size={16} stroke={1.5} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      )}
      <ColumnMenu layout={layout} />
    </>
  )
}

function ColumnMenu({ layout }: { readonly layout: LibraryLayout }) {
  const { columnOrder, onColumnOrder } = layout.table
  const box = ({ id, header }: { readonly id: string; readonly header: string }) => (
    <Checkbox
      key={id}
      label={header}
      checked={layout.isShown(id)}
      onChange={({ currentTarget }) => layout.setShown(id, currentTarget.checked)}
    />
  )
  return (
    <Popover position="bottom-end" shadow="md" trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={styles.choices ?? ''}>
        <div className={styles.columns}>
          {optionalColumns.map(box)}
          <Button variant="subtle" disabled={columnOrder.length === 0} onClick={() => onColumnOrder([])}>
            Reset column order
          </Button>
        </div>
        <fieldset className={styles.kinds}>
          <legend>Tokens of a kind</legend>
          {partKinds.map((kind) => box({ id: kindColumnId(kind), header: kindLooks[kind].label }))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
