import { Tabs, Table } from '@mantine/core'
import { useLocation } from 'wouter'
import { Toolbar } from '../../components/toolbar.tsx'
import { routes } from '../../lib/routes.ts'
import { ComparisonTab } from './comparison-tab.tsx'
import guideStyles from './guide-view.module.css'
import { QuestionsTab } from './questions-tab.tsx'
import { IconAlertTriangle, IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { GuideBranch, GuideLeaf, GuideCase } from '../../../shared/domain/guide.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { keepUnits } from './keep-units.ts'
import treeStyles from './tree-tab.module.css'
import { UsePickButton } from './use-pick-button.tsx'
import { CopyTableButton } from '../../components/copy-table-button.tsx'
import casesStyles from './cases-tab.module.css'
import { HeadCell } from '../../components/explained.tsx'

/** Tabs of the guide, in their order. */
const guideTabs = ['questions', 'tree', 'comparison', 'cases'] as const

/** One of the tabs. */
type GuideTab = (typeof guideTabs)[number]

/** What each tab is called. */
const guideTabLabels: Readonly<Record<GuideTab, string>> = {
  questions: 'Questions',
  tree: 'Decision tree',
  comparison: 'Comparison',
  cases: 'By case',
}

/** Which provider to take: four questions, a tree, claims beside what was measured, and cases. */
export function GuideView({ tab }: { readonly tab: string | null }) {
  const [, navigate] = useLocation()
  return (
    <>
      <Toolbar title="Guide">
        <span>Which provider suits a task, and why.</span>
      </Toolbar>
      <Tabs
        value={guideTabOf(tab)}
        keepMounted={false}
        className={guideStyles.tabs ?? ''}
        onChange={(next) => navigate(`${routes.guide}/${guideTabOf(next)}`, { replace: true })}
      >
        <Tabs.List className={guideStyles.list ?? ''}>
          {guideTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {guideTabLabels[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="questions" className={guideStyles.panel ?? ''}>
          <QuestionsTab />
        </Tabs.Panel>
        <Tabs.Panel value="tree" className={guideStyles.panel ?? ''}>
          <TreeTab />
        </Tabs.Panel>
        <Tabs.Panel value="comparison" className={guideStyles.panel ?? ''}>
          <ComparisonTab />
        </Tabs.Panel>
        <Tabs.Panel value="cases" className={guideStyles.panel ?? ''}>
          <CasesTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** The tab that an address names. The questions where it names none. */
function guideTabOf(name: string | null): GuideTab {
  return guideTabs.find((tab) => tab === name) ?? 'questions'
}

/** The decision tree: one thing that matters most, and what it leads to. */
function TreeTab() {
  const { queries } = useEngine()
  const reference = useQuery(queries.guide.reference.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (reference.isError)
    return <ErrorPanel problem={toProblem(reference.error)} onRetry={() => void reference.refetch()} />
  if (reference.data === undefined) return <SkeletonRows label="Loading the tree" />
  const { question, branches } = reference.data.tree
  return (
    <section className={treeStyles.tree} aria-label="Decision tree">
      <h2 className={treeStyles.question}>{question}</h2>
      <Branches branches={branches} />
    </section>
  )
}

function Branches({ branches }: { readonly branches: readonly GuideBranch[] }) {
  return (
    <ul className={treeStyles.branches}>
      {branches.map((branch) => (
        <li key={branch.id}>
          <details className={treeStyles.branch}>
            <summary className={treeStyles.summary}>
              <IconChevronRight size={14} className={treeStyles.chevron} aria-hidden />
              <span>{branch.label}</span>
              <span className={treeStyles.end}>{branch.leaf?.pick.label ?? branch.question}</span>
            </summary>
            {branch.leaf === null ? (
              <div className={treeStyles.inner}>
                <p className={treeStyles.question}>{branch.question}</p>
                <Branches branches={branch.branches} />
              </div>
            ) : (
              <Leaf leaf={branch.leaf} />
            )}
          </details>
        </li>
      ))}
    </ul>
  )
}

function Leaf({ leaf }: { readonly leaf: GuideLeaf }) {
  return (
    <div className={treeStyles.leaf}>
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
      <UsePickButton pick={leaf.pick} isNamed />
    </div>
  )
}

/** What to take in which situation, under which constraint, for whom. */
function CasesTab() {
  const { queries } = useEngine()
  const reference = useQuery(queries.guide.reference.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (reference.isError)
    return <ErrorPanel problem={toProblem(reference.error)} onRetry={() => void reference.refetch()} />
  if (reference.data === undefined) return <SkeletonRows label="Loading the cases" />
  const { scenarios, constraints, users } = reference.data
  return (
    <>
      <CaseTable title="By situation" column="Situation" cases={scenarios} />
      <CaseTable title="By constraint" column="Constraint" cases={constraints} />
      <CaseTable title="By user" column="Who" cases={users} />
    </>
  )
}

type CaseTableProps = {
  readonly title: string
  readonly column: string
  readonly cases: readonly GuideCase[]
}

function CaseTable({ title, column, cases }: CaseTableProps) {
  const columns = [
    { header: column, value: ({ label }: GuideCase) => label },
    { header: 'Take', value: ({ picks }: GuideCase) => picks.map(({ label }) => label).join('; ') },
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
            <Table.Th w={200}>{column}</Table.Th>
            <HeadCell w={300} label="Take" />
            <HeadCell label="Why" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cases.map(({ id, label, picks, reasons, notes }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" className={casesStyles.label ?? ''}>
                {keepUnits(label)}
              </Table.Th>
              <Table.Td>
                <span className={casesStyles.picks}>
                  {picks.map((pick) => (
                    <UsePickButton key={pick.label} pick={pick} isNamed />
                  ))}
                </span>
              </Table.Td>
              <Table.Td>
                {keepUnits(reasons.join('. '))}.
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
