import { Button, MultiSelect, Popover, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { formatInteger } from '../../../../../shared/kernel/format-figures.ts'
import {
  everyTask,
  libraryFilterSchema,
  type LibraryFilter,
} from '../../../../../shared/library/library-filter-types.ts'
import type { TaskSummary } from '../../../../../shared/library/task-types.ts'
import { useShowsSamples } from '../../../../data/use-listed-tasks.ts'
import { FigureInput } from '../../../../ui/components/form/figure-input.tsx'
import { Block, Grid, Inline, Row } from '../../../../ui/layout/layout.tsx'
import { fieldLabels, type FilterField } from './filter-labels.ts'
import { filterOptions } from './filter-options.ts'

type FilterMenuProps = {
  readonly tasks: readonly TaskSummary[]
  readonly filter: LibraryFilter
  readonly onFilter: (filter: LibraryFilter) => void
}

/** All ways to narrow the Library, at work as they are set. */
export function FilterMenu(props: FilterMenuProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={520}
      shadow="md"
      trapFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <FilterForm {...props} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function FilterForm({
  tasks,
  filter,
  onFilter,
  onClose,
}: FilterMenuProps & { readonly onClose: () => void }) {
  return (
    <Grid columns="1fr 1fr" gap="md" align="start">
      {(['workspace', 'model', 'agent', 'era', 'state'] as const).map((field) => (
        <ValueField key={field} field={field} tasks={tasks} filter={filter} onFilter={onFilter} />
      ))}
      <div>
        <Block mb={2} fz="xs" fw={500} lh="16px">
          Condensed
        </Block>
        <SegmentedControl
          fullWidth
          aria-label="Condensed"
          data={[
            { value: 'any', label: 'Any' },
            { value: 'yes', label: 'At least once' },
            { value: 'no', label: 'Never' },
          ]}
          value={filter.condensed}
          onChange={(condensed) => onFilter(libraryFilterSchema.parse({ ...filter, condensed }))}
        />
      </div>
      <RangeFields
        name="Tokens"
        range={filter.tokens}
        onRange={(tokens) => onFilter({ ...filter, tokens })}
      />
      <RangeFields
        name="Cost"
        isMoney
        range={filter.costUsd}
        onRange={(costUsd) => onFilter({ ...filter, costUsd })}
      />
      <DayFields filter={filter} onFilter={onFilter} />
      <Row span="all" justify="flex-end">
        <Samples />
        <Inline flex={1} />
        <Button variant="default" onClick={() => onFilter({ ...everyTask, text: filter.text })}>
          Clear filters
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Row>
    </Grid>
  )
}

/** Brings the samples back, which leave once there are tasks of one's own. */
function Samples() {
  const [shows, setShows] = useShowsSamples()
  return (
    <Switch
      label="Samples beside your own tasks"
      checked={shows}
      onChange={(event) => setShows(event.currentTarget.checked)}
    />
  )
}

/** Options are identified by their place, since names may be equal or empty. */
function ValueField({ field, tasks, filter, onFilter }: FilterMenuProps & { readonly field: FilterField }) {
  // The union of lists is as wide as the widest of them.
  const chosen: readonly (string | null)[] = filter[field]
  const options = filterOptions(tasks, field, chosen)
  return (
    <MultiSelect
      size="xs"
      label={fieldLabels[field]}
      placeholder={chosen.length === 0 ? 'Any' : ''}
      searchable
      clearable
      openOnFocus={false}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
      nothingFoundMessage="Nothing by that name"
      data={options.map(({ label, tasks: count }, place) => ({
        value: `${place}`,
        label: `${label} (${formatInteger(count)})`,
      }))}
      value={options.flatMap(({ value }, place) => (chosen.includes(value) ? [`${place}`] : []))}
      onChange={(places) =>
        onFilter(
          libraryFilterSchema.parse({
            ...filter,
            [field]: places.map((place) => options[Number(place)]?.value ?? null),
          }),
        )
      }
    />
  )
}

type RangeFieldsProps = {
  readonly name: string
  readonly isMoney?: boolean
  readonly range: LibraryFilter['tokens']
  readonly onRange: (range: LibraryFilter['tokens']) => void
}

function RangeFields({ name, isMoney = false, range, onRange }: RangeFieldsProps) {
  const look = isMoney ? { isMoney } : { unit: 'tok', isWhole: true }
  return (
    <Grid columns="1fr 1fr" gap="sm">
      <FigureInput
        label={`${name} from`}
        value={range.from}
        onChange={(from) => onRange({ ...range, from })}
        {...look}
      />
      <FigureInput
        label={`${name} to`}
        value={range.to}
        onChange={(to) => onRange({ ...range, to })}
        {...look}
      />
    </Grid>
  )
}

function DayFields({ filter, onFilter }: Omit<FilterMenuProps, 'tasks'>) {
  const { activity } = filter
  return (
    <Grid columns="1fr 1fr" gap="sm">
      <TextInput
        type="date"
        label="Last activity from"
        value={activity.from}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, activity: { ...activity, from: currentTarget.value } })
        }
      />
      <TextInput
        type="date"
        label="Last activity to"
        value={activity.to}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, activity: { ...activity, to: currentTarget.value } })
        }
      />
    </Grid>
  )
}
