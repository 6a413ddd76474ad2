import { formatInteger, formatLimitUsd } from '../../../../../shared/kernel/format-figures.ts'
import { everyTask, type LibraryFilter } from '../../../../../shared/library/library-filter-types.ts'
import { fieldLabels, describeFilterValue } from './filter-labels.ts'

/** One way in which the Library is narrowed, and the filter without it. */
export type FilterChip = { readonly id: string; readonly label: string; readonly without: LibraryFilter }

/** What narrows the Library, in words. Its text is left to the field that it stands in. */
export function filterChips(filter: LibraryFilter): readonly FilterChip[] {
  return [
    ...buildValueChips(filter, 'agent'),
    ...buildValueChips(filter, 'model'),
    ...buildValueChips(filter, 'workspace'),
    ...buildValueChips(filter, 'era'),
    ...buildValueChips(filter, 'state'),
    ...openChips(filter),
  ]
}

function buildValueChips(filter: LibraryFilter, field: keyof typeof fieldLabels): readonly FilterChip[] {
  // The union of lists is as wide as the widest of them.
  const values: readonly (string | null)[] = filter[field]
  return values.map((value) => ({
    id: `${field}:${value ?? ''}`,
    label: `${fieldLabels[field]}: ${describeFilterValue(field, value)}`,
    without: { ...filter, [field]: values.filter((one) => one !== value) },
  }))
}

function openChips(filter: LibraryFilter): readonly FilterChip[] {
  const { condensed, tokens, costUsd, activity } = filter
  const chips: readonly (FilterChip | null)[] = [
    condensed === 'any'
      ? null
      : {
          id: 'condensed',
          label: condensed === 'yes' ? 'Condensed' : 'Never condensed',
          without: { ...filter, condensed: 'any' },
        },
    buildRangeChip('tokens', tokens, (value) => `${formatInteger(value)} tok`, {
      ...filter,
      tokens: everyTask.tokens,
    }),
    buildRangeChip('cost', costUsd, formatLimitUsd, { ...filter, costUsd: everyTask.costUsd }),
    buildRangeChip('activity', { from: activity.from || null, to: activity.to || null }, (day) => day, {
      ...filter,
      activity: everyTask.activity,
    }),
  ]
  return chips.filter((chip) => chip !== null)
}

const rangeLabels = { tokens: 'Tokens', cost: 'Cost', activity: 'Last activity' } as const

function buildRangeChip<T>(
  id: keyof typeof rangeLabels,
  { from, to }: { readonly from: T | null; readonly to: T | null },
  show: (value: T) => string,
  without: LibraryFilter,
): FilterChip | null {
  if (from === null && to === null) return null
  const ends = [from !== null && `from ${show(from)}`, to !== null && `to ${show(to)}`]
  return { id, label: `${rangeLabels[id]} ${ends.filter((end) => end !== false).join(' ')}`, without }
}
