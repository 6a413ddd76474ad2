import { armTerms, armVerdictTerms, certaintyTerms } from '../../glossary/arm-terms.ts'
import { contextTerms } from '../../glossary/context-terms.ts'
import { controlTerms } from '../../glossary/control-terms.ts'
import { evidenceTerms } from '../../glossary/evidence-terms.ts'
import { experimentTerms } from '../../glossary/experiment-terms.ts'
import { fateTerms } from '../../glossary/fate-terms.ts'
import { guideTerms } from '../../glossary/guide-terms.ts'
import { libraryTerms } from '../../glossary/library-terms.ts'
import { judgedTerms, metricTerms } from '../../glossary/metric-terms.ts'
import { moneyTerms } from '../../glossary/money-terms.ts'
import { replayTerms } from '../../glossary/replay-terms.ts'
import { runTerms } from '../../glossary/run-terms.ts'
import { tableTerms } from '../../glossary/table-terms.ts'
import type { Term, Terms } from '../../glossary/term.ts'
import { verdictTerms } from '../../glossary/verdict-terms.ts'
import type { CacheCause } from '../../replay/cache-audit-types.ts'
import { causeWords } from '../../replay/cache-breaks-words.ts'

const terms = {
  ...metricTerms,
  ...judgedTerms,
  ...contextTerms,
  ...libraryTerms,
  ...runTerms,
  ...moneyTerms,
  ...armTerms,
  ...replayTerms,
  ...guideTerms,
  ...experimentTerms,
  ...evidenceTerms,
  ...tableTerms,
} as const

/** A term that a column, a badge or a figure can name where its label is not enough. */
export type TermId = keyof typeof terms

/** A term with its id. */
export type GlossaryEntry = Term & { readonly id: string }

/** A subject of the glossary with its terms. */
export type GlossarySubject = { readonly title: string; readonly entries: readonly GlossaryEntry[] }

/** Metrics that are taken of the summariser's text alone as well. */
const summarised = [
  'knows-done',
  'rules-kept',
  'values-kept',
  'errors-kept',
  'files-kept',
  're-read-tokens',
  'links',
  'head-start',
] as const satisfies readonly (keyof typeof metricTerms)[]

/** All terms by subject, in the order in which they are printed. */
export const glossary: readonly GlossarySubject[] = [
  { title: 'Metrics', entries: [...buildEntries(metricTerms), ...buildSummaryEntries()] },
  { title: 'Metrics with a model', entries: buildEntries(judgedTerms) },
  { title: 'Tasks, messages and sizes', entries: buildEntries(contextTerms) },
  { title: 'Library', entries: buildEntries(libraryTerms) },
  { title: 'Runs and results', entries: buildEntries(runTerms) },
  { title: 'Money and caches', entries: buildEntries(moneyTerms) },
  { title: 'Causes of cache breaks', entries: buildEntries(buildCauseTerms(), 'cause-') },
  { title: 'Methods and goals', entries: buildEntries(armTerms) },
  { title: 'Verdicts on methods', entries: buildEntries(armVerdictTerms, 'arm-') },
  { title: 'Certainty of methods', entries: buildEntries(certaintyTerms, 'certainty-') },
  { title: 'Controls', entries: buildEntries(controlTerms, 'control-') },
  { title: 'Experiments', entries: buildEntries(experimentTerms) },
  { title: 'Verdicts of experiments', entries: buildEntries(verdictTerms, 'verdict-') },
  { title: 'Evidence', entries: buildEntries(evidenceTerms) },
  { title: 'Fates of messages', entries: buildEntries(fateTerms, 'fate-') },
  { title: 'Replay', entries: buildEntries(replayTerms) },
  { title: 'Guide', entries: buildEntries(guideTerms) },
  { title: 'Smaller tables', entries: buildEntries(tableTerms) },
]

/** All terms. */
export const glossaryEntries: readonly GlossaryEntry[] = glossary.flatMap(({ entries }) => entries)

const byId: ReadonlyMap<string, GlossaryEntry> = new Map(glossaryEntries.map((entry) => [entry.id, entry]))
const byName: ReadonlyMap<string, GlossaryEntry> = new Map(
  glossaryEntries.flatMap((entry) => entry.names.map((name) => [normaliseTermName(name), entry])),
)

/** The term of an id; undefined where there is none. */
export function findTermById(id: string): GlossaryEntry | undefined {
  return byId.get(id)
}

/**
 * The term that a label names, its case, punctuation and unit aside: `Condensed at (tok)` is `condensed at`. Undefined
 * where the glossary does not have it.
 */
export function findTermByLabel(label: string): GlossaryEntry | undefined {
  return byName.get(normaliseTermName(label)) ?? byName.get(normaliseTermName(withoutUnit(label)))
}

/** A name as names are compared: lower case, words apart by one space, without punctuation. */
export function normaliseTermName(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
  return words.trim()
}

/** Units behind a label: `Cost, $`, `Tool result, tok`, `Reduction (%)`, `Probes (0 to 5)`. */
function withoutUnit(label: string): string {
  return label.replace(/(?<!\s)\s*\((?:tok|%|\$|0 to 5|median)\)$|,\s*(?:tok|%|\$)$/, '')
}

function buildEntries(terms: Terms, prefix = ''): readonly GlossaryEntry[] {
  return Object.entries(terms).map(([id, term]) => ({ id: `${prefix}${id}`, ...term }))
}

function buildSummaryEntries(): readonly GlossaryEntry[] {
  return summarised.map((id) => {
    const { names, formula, direction } = metricTerms[id]
    return {
      id: `${id}-summary`,
      names: [`${names[0]}, summary only`],
      definition: `“${names[0]}”, measured on the summariser’s text alone, without the messages kept beside it.`,
      formula,
      direction,
      limits: 'No value where a provider writes no summary.',
    }
  })
}

function buildCauseTerms(): Terms {
  // Keys of a record are those of its type.
  const causes = Object.keys(causeWords) as CacheCause[]
  return Object.fromEntries(
    causes.map((cause): [string, Term] => {
      const { label, definition } = causeWords[cause]
      const name = `Cache break: ${label.toLowerCase()}`
      // A condensation is more than a cause.
      return [cause, { names: cause === 'condensation' ? [name] : [name, label], definition }]
    }),
  )
}
