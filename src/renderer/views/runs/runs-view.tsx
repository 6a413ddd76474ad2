import { RunsTable } from './runs-table.tsx'

/** Every run that was made, on every task. */
export function RunsView() {
  return <RunsTable />
}
