import { ActionIcon, Button, Checkbox, Popover, Select, Tooltip } from '@mantine/core'
import { IconColumns3, IconFold, IconFoldDown } from '@tabler/icons-react'
import { groupByLabels, groupBySchema } from './group-by.ts'
import { kindChoices } from './kind-columns.ts'
import { optionalColumns } from './library-columns.tsx'
import styles from './library-table.module.css'
import type { LibraryLayout } from './use-library-layout.ts'

/** How the table groups its rows, and which columns it has. */
export function LayoutControls({ layout }: { readonly layout: LibraryLayout }) {
  const { groupBy, isAllCollapsed } = layout
  const label = isAllCollapsed ? 'Open all groups' : 'Close all groups'
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

function ColumnMenu({ layout: { hidden, setHidden, kinds, setKinds } }: { readonly layout: LibraryLayout }) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={styles.choices ?? ''}>
        <div className={styles.columns}>
          {optionalColumns.map(({ id, header }) => (
            <Checkbox
              key={id}
              label={header}
              checked={!hidden.includes(id)}
              onChange={({ currentTarget }) =>
                setHidden(currentTarget.checked ? hidden.filter((column) => column !== id) : [...hidden, id])
              }
            />
          ))}
        </div>
        <fieldset className={styles.kinds}>
          <legend>Tokens of a kind</legend>
          {kindChoices.map(({ id, header }) => (
            <Checkbox
              key={id}
              label={header}
              checked={kinds.includes(id)}
              onChange={({ currentTarget }) =>
                setKinds(currentTarget.checked ? [...kinds, id] : kinds.filter((column) => column !== id))
              }
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
