import { Table } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { GuideWishes } from '../../../../shared/home/guide-advice-types.ts'
import type {
  GuideBranch,
  GuideCase,
  GuideLeaf,
  GuideReference,
} from '../../../../shared/home/guide-types.ts'
import { describeBasis, describeWish } from '../../../../shared/home/guide-words.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { keepUnits } from './keep-units.ts'
import { UsePickButton } from './use-pick-button.tsx'
import casesStyles from './cases-tab.module.css'
import treeStyles from './tree-tab.module.css'

type Cases = { readonly reference: GuideReference; readonly wishes: GuideWishes }

/** The cases and what the measurement says to each; what to show instead while they are not there. */
function useCases(label: string): Cases | React.ReactElement {
  const { queries } = useEngine()
  const reference = useQuery(queries.guide.reference.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const wishes = useQuery(queries.guide.wishes.queryOptions({ refetchOnMount: 'always' }))
  const failed = [reference, wishes].find((query) => query.isError)
  if (failed?.error)
    return <ErrorPanel problem={toProblem(failed.error)} onRetry={() => void failed.refetch()} />
  if (reference.data === undefined || wishes.data === undefined) return <SkeletonRows label={label} />
  return { reference: reference.data, wishes: wishes.data }
}

/** The decision tree: one thing that matters most, and what it leads to. */
export function TreeTab() {
  const cases = useCases('Loading the tree')
  if (!('reference' in cases)) return cases
  const { question, branches } = cases.reference.tree
  return (
    <section className={treeStyles.tree} aria-label="Decision tree">
      <h2 className={treeStyles.question}>{question}</h2>
      <Branches branches={branches} wishes={cases.wishes} />
    </section>
  )
}

type BranchesProps = { readonly branches: readonly GuideBranch[]; readonly wishes: GuideWishes }

function Branches({ branches, wishes }: BranchesProps) {
  return (
    <ul className={treeStyles.branches}>
      {branches.map((branch) => (
        <li key={branch.id}>
          <details className={treeStyles.branch}>
            <summary className={treeStyles.summary}>
              <IconChevronRight size={14} className={treeStyles.chevron} aria-hidden />
              <span>{branch.label}</span>
              <span className={treeStyles.end}>
                {branch.leaf === null ? branch.question : describeEnd(branch.leaf, wishes)}
              </span>
            </summary>
            {branch.leaf === null ? (
              <div className={treeStyles.inner}>
                <p className={treeStyles.question}>{branch.question}</p>
                <Branches branches={branch.branches} wishes={wishes} />
              </div>
            ) : (
              <Leaf leaf={branch.leaf} wishes={wishes} />
            )}
          </details>
        </li>
      ))}
    </ul>
  )
}

function findWishResult(wish: GuideCase['wish'], { found }: GuideWishes) {
  return wish === null ? undefined : found[wish]
}

function describeEnd({ pick, wish }: GuideLeaf, wishes: GuideWishes): string {
  return findWishResult(wish, wishes)?.arm?.label ?? `${pick.label} (not measured)`
}

function Leaf({ leaf, wishes }: { readonly leaf: GuideLeaf; readonly wishes: GuideWishes }) {
  return (
    <div className={treeStyles.leaf}>
      <div>
        <h3 className={treeStyles.claimedTitle}>Recommended</h3>
        <ByMeasurement wish={leaf.wish} wishes={wishes} isBased />
      </div>
      <div>
        <h3 className={treeStyles.claimedTitle}>Rule of thumb</h3>
        <UsePickButton pick={leaf.pick} isNamed />
        <ul className={treeStyles.points}>
          {leaf.points.map(({ tone, text }) => (
            <li key={text} className={treeStyles.point} data-tone={tone}>
              {tone === 'for' ? (
                <IconCheck size={14} role="img" aria-label="For it" />
              ) : (
                <IconAlertTriangle size={14} role="img" aria-label="Against it" />
              )}
              {keepUnits(text)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

type ByMeasurementProps = {
  readonly wish: GuideCase['wish']
  readonly wishes: GuideWishes
  /** Names the tasks that were measured. */
  readonly isBased?: boolean
}

/** The arm that the measurement leads to, with its figures. */
function ByMeasurement({ wish, wishes, isBased = false }: ByMeasurementProps) {
  const found = findWishResult(wish, wishes)
  const text = found === undefined ? notMeasured : describeWish(found)
  const arm = found?.arm ?? null
  return (
    <div className={casesStyles.measured}>
      {arm !== null && <UsePickButton pick={arm.pick} isNamed />}
      <span className={casesStyles.note}>
        {keepUnits(text)}
        {isBased && arm !== null ? ` (${describeBasis(wishes.basis)}).` : ''}
      </span>
    </div>
  )
}

const notMeasured = 'Not measured: the tasks do not tell this case apart.'

/** What to take in which situation, under which constraint, for whom. */
export function CasesTab() {
  const cases = useCases('Loading the cases')
  if (!('reference' in cases)) return cases
  const { scenarios, constraints, users } = cases.reference
  const { wishes } = cases
  return (
    <>
      <CaseTable title="By situation" column="Situation" cases={scenarios} wishes={wishes} />
      <CaseTable title="By constraint" column="Constraint" cases={constraints} wishes={wishes} />
      <CaseTable title="By user" column="Who" cases={users} wishes={wishes} />
    </>
  )
}

type CaseTableProps = {
  readonly title: string
  readonly column: string
  readonly cases: readonly GuideCase[]
  readonly wishes: GuideWishes
}

function CaseTable({ title, column, cases, wishes }: CaseTableProps) {
  const take = `Take, ${describeBasis(wishes.basis)}`
  const columns = [
    { header: column, value: ({ label }: GuideCase) => label },
    { header: take, value: ({ wish }: GuideCase) => findWishResult(wish, wishes)?.arm?.label ?? notMeasured },
    {
      header: 'Rule of thumb',
      value: ({ picks }: GuideCase) => picks.map(({ label }) => label).join('; '),
    },
    { header: 'Why', value: ({ reasons }: GuideCase) => reasons.join('; ') },
    { header: 'Notes', value: ({ notes }: GuideCase) => notes.join('; ') },
  ]
  return (
    <section className={casesStyles.section} aria-label={title}>
      <div className={casesStyles.head}>
        <h2 className={casesStyles.title}>{title}</h2>
        <CopyTableButton columns={columns} rows={cases} />
      </div>
      <Table aria-label={title} className={casesStyles.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={180}>{column}</Table.Th>
            <HeadCell w={340} label={take} term="take" />
            <HeadCell label="Rule of thumb" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cases.map(({ id, label, wish, picks, reasons, notes }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" className={casesStyles.label ?? ''}>
                {keepUnits(label)}
              </Table.Th>
              <Table.Td>
                <ByMeasurement wish={wish} wishes={wishes} />
              </Table.Td>
              <Table.Td>
                <span className={casesStyles.picks}>
                  {picks.map((pick) => (
                    <UsePickButton key={pick.label} pick={pick} isNamed />
                  ))}
                </span>
                <div className={casesStyles.note}>{keepUnits(reasons.join('. '))}.</div>
                {notes.map((note) => (
                  <div key={note} className={casesStyles.note}>
                    {keepUnits(note)}.
                  </div>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
