import { Table, VisuallyHidden } from '@mantine/core'
import { describeArmVerdict, formatBillChange } from '../../../../shared/home/answers-words.ts'
import type { GuideAdvice, GuideArm } from '../../../../shared/home/guide-advice-types.ts'
import { describeBasis } from '../../../../shared/home/guide-words.ts'
import { formatDuration, formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { TermId } from '../../../../shared/kernel/words/glossary.ts'
import { formatShare } from '../../../lib/format.ts'
import { ArmName } from '../../../ui/components/arm-name.tsx'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { Block, Note } from '../../../ui/layout/layout.tsx'
import { UsePickButton } from './use-pick-button.tsx'

type Column = {
  readonly header: string
  readonly width: number
  /** What the header means, where its words alone lead elsewhere. */
  readonly term?: TermId
  readonly value: (arm: GuideArm) => string
}

const dash = '–'

/** Figures that the recommendation goes by. */
const figures: readonly Column[] = [
  {
    header: 'Saved',
    width: 72,
    value: ({ savedPercent }) => (savedPercent === null ? dash : formatPercent(savedPercent)),
  },
  {
    header: 'Used next',
    term: 'continuation-recall',
    width: 92,
    value: ({ kept }) => (kept === null ? dash : formatShare(Math.round(100 * kept))),
  },
  {
    header: 'Bill a task, est.',
    width: 108,
    value: ({ costUsdPerTask }) => formatBillChange(costUsdPerTask),
  },
  { header: 'Condensing, est.', width: 114, value: ({ condensingUsd }) => formatUsd(condensingUsd) },
  {
    header: 'Condensing time',
    width: 114,
    value: ({ timeMs }) => (timeMs === null ? dash : formatDuration(timeMs)),
  },
]

/** Every measured arm with the figures that the recommendation goes by, the recommended one first. */
export function MeasuredTable({ advice }: { readonly advice: GuideAdvice }) {
  const { arms, basis, recommendation } = advice
  if (arms.length === 0) return null
  const columns = [
    { header: 'Method', value: ({ label }: GuideArm) => label },
    ...figures,
    { header: 'For the goal', value: describeStanding },
  ]
  return (
    <Block aria-label="Measured methods" component="section" pb="lg">
      <SectionHead title={`Every method, ${describeBasis(basis)}`}>
        <CopyTableButton columns={columns} rows={arms} />
      </SectionHead>
      <Table aria-label="Measured methods" miw={900} layout="fixed" data-top>
        <Table.Thead>
          <Table.Tr>
            <HeadCell w={210} label="Method" />
            {figures.map(({ header, width, term }) => (
              <HeadCell key={header} w={width} label={header} term={term} ta="right" />
            ))}
            <HeadCell label="For the goal" />
            <Table.Th w={72}>
              <VisuallyHidden component="span">Try</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {arms.map((arm) => (
            <Table.Tr key={arm.id} {...(arm.id === recommendation?.id ? { bg: 'var(--selected)' } : {})}>
              <Table.Th scope="row">
                <ArmName label={arm.label} isExtracted={arm.isExtracted} />
              </Table.Th>
              {figures.map(({ header, value }) => (
                <Table.Td key={header} ta="right">
                  {value(arm)}
                </Table.Td>
              ))}
              <Table.Td>{describeStanding(arm)}</Table.Td>
              <Table.Td>
                <UsePickButton pick={arm.pick} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Note pt={6} pb="md" px="md">
        Bills are estimated at the prices of each task. A minus means a lower bill. Times leave out model
        calls: summaries are extracted instead.
      </Note>
    </Block>
  )
}

function describeStanding(arm: GuideArm): string {
  const missed = arm.shortOf.map((question) => (question === 'config' ? 'configuration' : question))
  return missed.length === 0 ? describeArmVerdict(arm) : `Misses your ${missed.join(' and ')}`
}
