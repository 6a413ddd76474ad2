import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import { figureColumn } from '../../../components/figure-column.ts'
import type { TableColumn } from '../../../components/table-column.ts'

/** A figure of a policy at a request. */
export type RequestValue = { readonly request: number; readonly value: number }

/** One request with a figure for each policy. */
export type RequestRow = { readonly request: number; readonly values: ReadonlyMap<string, number> }

/** The table behind a chart over requests. */
export function requestTable(
  figures: readonly {
    readonly policy: Pick<ReplayedPolicy, 'id'>
    readonly values: readonly RequestValue[]
  }[],
  format: (value: number) => string,
): { readonly columns: readonly TableColumn<RequestRow>[]; readonly rows: readonly RequestRow[] } {
  const byRequest = new Map<number, Map<string, number>>()
  for (const { policy, values } of figures)
    for (const { request, value } of values) {
      const row = byRequest.get(request) ?? new Map<string, number>()
      row.set(policy.id, value)
      byRequest.set(request, row)
    }
  const rows = [...byRequest]
    .map(([request, values]) => ({ request, values }))
    .toSorted((a, b) => a.request - b.request)
  const columns = figures.map(({ policy: { id } }) =>
    figureColumn<RequestRow>(id, id, ({ values }) => values.get(id) ?? null, format),
  )
  return {
    columns: [
      { id: 'request', header: 'Request', align: 'end', value: ({ request }) => request },
      ...columns,
    ],
    rows,
  }
}
