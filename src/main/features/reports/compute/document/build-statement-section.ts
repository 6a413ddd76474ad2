import { buildTable, buildText, type Block } from '../../../../../shared/document/document.ts'
import type { Cell } from '../../../../../shared/experiments/experiment-types.ts'
import { formatVariantName } from '../../../../../shared/experiments/select-comparisons.ts'
import type { StatementCounts, StatementFate } from '../../../../../shared/kernel/evidence.ts'
import { formatContradiction } from '../../../../../shared/kernel/words/state-words.ts'
import {
  statementKinds,
  formatVerdictCounts,
  type VerdictCounts,
} from '../../../../../shared/kernel/words/statement-words.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** Contradictions that all variants quote together, and what each may quote however many they are. */
const quoted = { together: 60, each: 3 } as const

const subjects = ['file', 'command', 'to-do'] as const satisfies readonly StatementFate['subject'][]

/** What the figures of state rest on, by variant; null where no cell counted statements. */
export function buildStatementSection({
  results,
  experiment,
}: Pick<ReportInput, 'results' | 'experiment'>): Section | null {
  const variants = results.variants.flatMap((variant) => {
    const cells = experiment.cells.filter(({ variantId }) => variantId === variant.id)
    const counted = cells.flatMap(({ statements }) => statements ?? [])
    return counted.length === 0 ? [] : [{ variant, cells, counted }]
  })
  if (variants.length === 0) return null
  const most = Math.max(quoted.each, Math.floor(quoted.together / variants.length))
  const text = `What tool calls did to files, commands and to-dos, against the last that a context says of each. With the experiment at hand, dewpoint experiment show ${experiment.summary.id} --cell VARIANT --json lists every statement and where it stands.`
  return {
    title: 'What contexts say is done',
    blocks: [
      buildText(text),
      buildTable(
        ['Variant', ...subjects.map((subject) => statementKinds[subject])],
        variants.map(({ variant, counted }) => [
          formatVariantName(variant),
          ...subjects.map((subject) => formatVerdictCounts(sumVerdictCounts(counted, subject))),
        ]),
        { caption: 'Statements over all cells' },
      ),
      ...variants.flatMap(({ variant, cells, counted }) =>
        buildContradictionBlocks(formatVariantName(variant), {
          cells,
          total: countStatements(counted),
          most,
        }),
      ),
    ],
  }
}

function sumVerdictCounts(
  counted: readonly StatementCounts[],
  subject: StatementFate['subject'],
): VerdictCounts | undefined {
  const own = counted.flatMap((counts) => counts[subject] ?? [])
  const sum = (verdict: keyof VerdictCounts): number => own.reduce((all, counts) => all + counts[verdict], 0)
  return own.length === 0
    ? undefined
    : { right: sum('right'), silent: sum('silent'), mixed: sum('mixed'), contradicted: sum('contradicted') }
}

function countStatements(counted: readonly StatementCounts[]): number {
  return subjects.reduce((all, subject) => all + (sumVerdictCounts(counted, subject)?.contradicted ?? 0), 0)
}

type Contradicting = { readonly cells: readonly Cell[]; readonly total: number; readonly most: number }

/** The first of each cell before the second of any: a bad cell must not hide the others. */
function buildContradictionBlocks(name: string, { cells, total, most }: Contradicting): readonly Block[] {
  const ranked = cells.flatMap(({ checkpointId, statements }) =>
    (statements?.contradicted ?? []).map((fate, rank) => ({
      rank,
      text: `${checkpointId} ${formatContradiction(fate)}`,
    })),
  )
  const texts = ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ text }) => text)
  if (texts.length === 0) return []
  const count = texts.length < total ? `${texts.length} of ${total}` : String(total)
  return [{ kind: 'quotes', label: `Contradicted by ${name} (${count})`, texts }]
}
