import { z } from 'zod'
import { metricsSelectionSchema, type MetricsSelection } from '../../../shared/activity/metrics-types.ts'

/** Runs behind a figure of a method, and what their group is called. */
export type RunsSelection = { readonly name: string; readonly selection: MetricsSelection }

const addressSchema = metricsSelectionSchema.extend({
  name: z.string(),
  sinceTs: z.coerce.number().optional(),
})

/** A selection as one step of an address. Steps are decoded on their way, some of them twice: nothing in it is encoded. */
export function formatRunsSelectionAddress({ name, selection }: RunsSelection): string {
  const given = Object.entries({ ...selection, name }).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, String(value)]],
  )
  // `~` itself comes out as `%7E`.
  return new URLSearchParams(given).toString().replaceAll('%', '~')
}

/** The selection that an address names, or null where it names none. */
export function readRunsSelection(address: string | null): RunsSelection | null {
  const parsed = addressSchema.safeParse(
    Object.fromEntries(new URLSearchParams((address ?? '').replaceAll('~', '%'))),
  )
  if (!parsed.success) return null
  const { name, ...selection } = parsed.data
  return { name, selection }
}
