import { Table } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { GuideWishes } from '../../../../shared/home/guide-advice-types.ts'
import type { GuidePriority } from '../../../../shared/home/guide-types.ts'
import { describeBasis, describeWish } from '../../../../shared/home/guide-words.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Block, List } from '../../../ui/layout/layout.tsx'
import { keepUnits } from './keep-units.ts'
import { UsePickButton } from './use-pick-button.tsx'

/** What matters most to somebody: what to take by the measurement, and what the reference documents name, with why. */
export function PrioritiesTable() {
  const { queries } = useEngine()
  const priorities = useQuery(queries.guide.priorities.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const wishes = useQuery(queries.guide.wishes.queryOptions({ refetchOnMount: 'always' }))
  const failed = [priorities, wishes].find((query) => query.isError)
  if (failed?.error)
    return <ErrorPanel problem={toProblem(failed.error)} onRetry={() => void failed.refetch()} />
  if (priorities.data === undefined || wishes.data === undefined)
    return <SkeletonRows label="Loading the priorities" />
  const { basis, found } = wishes.data
  const take = `Take, ${describeBasis(basis)}`
  const columns = [
    { header: 'What matters most', value: ({ label }: GuidePriority) => label },
    { header: take, value: ({ wish }: GuidePriority) => found[wish]?.arm?.label ?? 'none' },
    { header: 'Named by the design', value: ({ named }: GuidePriority) => named },
    {
      header: 'Why',
      value: ({ speaksFor, against }: GuidePriority) => [...speaksFor, ...against].join('; '),
    },
  ]
  return (
    <section aria-label="By what matters most">
      <SectionHead title="By what matters most">
        <CopyTableButton columns={columns} rows={priorities.data} />
      </SectionHead>
      <Table aria-label="By what matters most" data-top>
        <Table.Thead>
          <Table.Tr>
            <HeadCell w={260} label="What matters most" />
            <HeadCell w={420} label={take} term="take" />
            <HeadCell label="Named by the design" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {priorities.data.map((priority) => (
            <PriorityRow key={priority.id} priority={priority} found={found[priority.wish]} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

type PriorityRowProps = {
  readonly priority: GuidePriority
  readonly found: GuideWishes['found'][string] | undefined
}

function PriorityRow({ priority: { label, named, speaksFor, against }, found }: PriorityRowProps) {
  const arm = found?.arm ?? null
  const points = [
    ...speaksFor.map((text) => ({ text, Icon: IconCheck, word: 'For it' })),
    ...against.map((text) => ({ text, Icon: IconAlertTriangle, word: 'Against it' })),
  ]
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      <Table.Td>
        {arm !== null && <UsePickButton pick={arm.pick} isNamed />}
        <Block c="dimmed">{found === undefined ? 'Not measured.' : keepUnits(describeWish(found))}</Block>
      </Table.Td>
      <Table.Td>
        {named}
        <List>
          {points.map(({ text, Icon, word }) => (
            <li key={text}>
              <Icon size={14} role="img" aria-label={word} /> {keepUnits(text)}
            </li>
          ))}
        </List>
      </Table.Td>
    </Table.Tr>
  )
}
