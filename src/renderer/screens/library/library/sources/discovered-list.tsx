import { Button } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DiscoveredStorage } from '../../../../../shared/library/contract.ts'
import { useEngine } from '../../../../data/engine-context.ts'
import { toProblem } from '../../../../data/to-problem.ts'
import { formatCountWithNoun } from '../../../../lib/format.ts'
import { ErrorPanel } from '../../../../ui/components/error-panel.tsx'
import { SectionHead } from '../../../../ui/components/section-head.tsx'
import { SkeletonRows } from '../../../../ui/components/skeleton-rows.tsx'
import { Caption, Column, Inline, Note, Panel, Row } from '../../../../ui/layout/layout.tsx'

type DiscoveredListProps = {
  /** What to say where there is none. Null to say nothing. */
  readonly whenNone: string | null
  /** Leaves out what is in the library already, and what cannot be read. */
  readonly isNewOnly?: boolean
  /** Stands above the list where there is one. */
  readonly title?: string
}

/** Storage of agents on this machine, each with a button that lists its tasks. */
export function DiscoveredList({ whenNone, isNewOnly = false, title }: DiscoveredListProps) {
  const { queries } = useEngine()
  const discovered = useQuery(queries.library.discover.queryOptions())
  // Nothing is held free for what may not be there: rows below would move away from under the pointer.
  if (discovered.isPending)
    return whenNone === null ? null : <SkeletonRows rows={2} label="Looking for the storage of agents" />
  if (discovered.isError)
    return <ErrorPanel problem={toProblem(discovered.error)} onRetry={() => void discovered.refetch()} />
  const shown = discovered.data.filter(
    ({ isReadable, isWatched }) => !isNewOnly || (isReadable && !isWatched),
  )
  if (shown.length === 0) return whenNone === null ? null : <Note mt="xs">{whenNone}</Note>
  const list = (
    <Panel component="ul" aria-label="Storage of agents on this machine">
      {shown.map((storage) => (
        <Row key={storage.id} component="li" gap="md" mih={44} py="xs" pr="sm" pl="md">
          <Column component="span" flex={1} miw={0}>
            <Inline cut>{describeStorage(storage)}</Inline>
            <Caption cut title={storage.path}>
              {storage.path}
            </Caption>
          </Column>
          <StorageAction storage={storage} />
        </Row>
      ))}
    </Panel>
  )
  if (title === undefined) return list
  return (
    <section aria-label={title}>
      <SectionHead title={title} />
      {list}
    </section>
  )
}

function StorageAction({ storage }: { readonly storage: DiscoveredStorage }) {
  const addStorage = useAddStorage()
  const [isAdding, setAdding] = useState(false)
  if (!storage.isReadable)
    return (
      <Row component="span" inline flex="none" gap="xs" c="dimmed" fz="xs">
        Cannot be read: {storage.reason}
      </Row>
    )
  if (storage.isWatched)
    return (
      <Row component="span" inline flex="none" gap="xs" c="dimmed" fz="xs">
        <IconCheck size={14} aria-hidden /> In the Library
      </Row>
    )
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      loading={isAdding}
      aria-label={`Add ${describeStorage(storage)}`}
      onClick={() => {
        setAdding(true)
        void addStorage(storage.id).finally(() => setAdding(false))
      }}
    >
      Add
    </Button>
  )
}

/** `Roo Code, 14 tasks in VS Code`: what was discovered, as a person would say it. */
function describeStorage({ agent, editor, tasks }: DiscoveredStorage): string {
  return `${agent}, ${formatCountWithNoun(tasks, 'task')}${editor === null ? '' : ` in ${editor}`}`
}

/** Lists the tasks of storage that was discovered. What goes wrong is reported where opening is. */
function useAddStorage(): (storageId: string) => Promise<void> {
  const { opener, queries } = useEngine()
  const queryClient = useQueryClient()
  return async (storageId) => {
    await opener.addStorage(storageId)
    await queryClient.invalidateQueries({ queryKey: queries.library.key() })
  }
}
