import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { Inline, List, Mono, Row } from '../layout/layout.tsx'
import type { TableColumn } from './table-column.ts'

/** Columns of the problems as they are copied. */
export const problemColumns: readonly Pick<TableColumn<ImportProblem>, 'header' | 'value'>[] = [
  { header: 'Severity', value: ({ severity }) => severity },
  { header: 'File', value: ({ file }) => file },
  { header: 'Place', value: ({ place }) => place },
  { header: 'Reason', value: ({ reason }) => reason },
]

/** Problems of an import: file, place, reason. */
export function ProblemList({ problems }: { readonly problems: readonly ImportProblem[] }) {
  return (
    <List fz="xs" mah={180} scroll>
      {problems.map((problem, index) => (
        <Row key={index} component="li" align="baseline" gap="0 sm" py={2} breaks>
          <Inline flex="0 0 56px" tone={problem.severity === 'error' ? 'bad' : 'caution'}>
            {problem.severity}
          </Inline>
          <Row component="span" wrap align="baseline" gap="0 sm" miw={0}>
            <Mono c="dimmed">
              {problem.file}
              {problem.place !== '' && `, ${problem.place}`}
            </Mono>
            <span>{problem.reason}</span>
          </Row>
        </Row>
      ))}
    </List>
  )
}
