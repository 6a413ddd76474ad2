import type { MetricUnit } from '../activity/quality-types.ts'
import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type Cell,
  type Fact,
} from '../document/document.ts'
import type { Evidence, Probe, ProbeControl, ResumedStep } from '../kernel/evidence.ts'
import { gradeDimensions } from '../kernel/evidence.ts'
import { formatChange, formatInteger } from '../kernel/format-figures.ts'
import { formatMetric } from '../kernel/format-metric.ts'
import { describeBillParts } from '../kernel/words/evidence-words.ts'
import { computeProbeGrade } from './compute-probe-grade.ts'
import {
  describeBans,
  describeFinding,
  describeProbes,
  formatAction,
  probeControlLabels,
  stepResultWords,
} from './judged-words.ts'

/** Evidence that is read from top to bottom, rather than sorted, filtered and followed to its messages. */
export type ReadEvidence = Extract<
  Evidence,
  {
    readonly kind: 'tokens' | 'rules' | 'bill' | 'measured' | 'probes' | 'pairwise' | 'next-action' | 'resume'
  }
>

/** What a value of a cell rests on, for `experiment show --cell` and the page of a cell. */
export function buildEvidence(evidence: ReadEvidence, unit: MetricUnit): readonly Block[] {
  switch (evidence.kind) {
    case 'tokens':
      return [buildTokenTable(evidence)]
    case 'rules':
      return [buildRuleTable(evidence)]
    case 'bill':
      return [buildText(describeBillParts(evidence))]
    case 'measured':
      return evidence.split.length === 0
        ? [buildText('Measured as a whole, not in parts.')]
        : [buildFacts(evidence.split.map(({ label, value }): Fact => [label, formatMetric(value, unit)]))]
    case 'probes':
      return [
        buildText(describeProbes(evidence), evidence.notes),
        ...evidence.probes.flatMap((probe, index) => buildProbe(probe, index, evidence.controls)),
        ...listAnswers(evidence),
      ]
    case 'pairwise':
      return [buildText(describeJudgements(evidence), evidence.notes), ...listAnswers(evidence)]
    case 'next-action':
      return [buildActionTable(evidence), buildText(evidence.notes), ...listAnswers(evidence)]
    case 'resume':
      return [
        buildText(describeBans(evidence.bans)),
        buildTable(
          ['From', 'Action', { label: 'Result', term: 'result-of-call' }, 'Findings'],
          [
            ...listStepRows('The full context', evidence.full),
            ...listStepRows('The condensed context', evidence.condensed),
          ],
          { caption: 'Actions' },
        ),
        buildText(evidence.notes),
        ...listAnswers(evidence),
      ]
  }
}

type Of<K extends Evidence['kind']> = Extract<Evidence, { readonly kind: K }>

/** Tokens by kind of part, before and after. */
function buildTokenTable({ rows }: Of<'tokens'>): Block {
  return buildTable(
    ['Kind', ...alignRight('Before (tok)', 'After (tok)', 'Change')],
    rows.map(({ kind, before, after }): readonly Cell[] => [
      { text: kind, partKind: kind },
      formatInteger(before),
      formatInteger(after),
      before === 0 && after > 0 ? 'new' : formatChange(before, after),
    ]),
    { caption: 'Tokens by kind' },
  )
}

/** The rules of a valid history, and where they are broken. */
function buildRuleTable({ rows }: Of<'rules'>): Block {
  return buildTable(
    [{ label: 'Rule', term: 'history-rule' }, { label: 'Holds', term: 'rule-holds' }, 'Where it does not'],
    rows.map(({ rule, violations }): readonly Cell[] => [
      rule,
      violations.length === 0 ? { text: '✓ yes', tone: 'good' } : { text: '✗ no', tone: 'bad' },
      violations
        .map(({ messageIndex, detail }) => `${messageIndex < 0 ? '' : `#${messageIndex}: `}${detail}`)
        .join('; '),
    ]),
    { caption: 'Rules' },
  )
}

/** A question about the source, what it says, what each context let a model answer, and the grades. */
function buildProbe(probe: Probe, index: number, controls: readonly ProbeControl[]): readonly Block[] {
  const { question, probeClass, reference, answer, comment, grades } = probe
  return [
    { kind: 'heading', text: `${question} (${probeClass})` },
    buildFacts([
      ['The source says', reference],
      [`Answered (${computeProbeGrade(probe).toFixed(1)})`, answer],
      ...controls.map((control): Fact => [
        `${probeControlLabels[control.from]} (${(control.grades[index] ?? 0).toFixed(1)})`,
        control.given[index] ?? '',
      ]),
      ['The grader says', comment],
      [
        'Grades',
        gradeDimensions.map((dimension) => `${dimensionLabels[dimension]} ${grades[dimension]}`).join(', '),
      ],
    ]),
  ]
}

const dimensionLabels: Readonly<Record<(typeof gradeDimensions)[number], string>> = {
  accuracy: 'Accuracy',
  'context-awareness': 'Context awareness',
  'artifact-trail': 'Artifact trail',
  completeness: 'Completeness',
  continuity: 'Continuity',
  'instruction-following': 'Instruction following',
}

/** Which of the two a judge preferred, in both orders. */
function describeJudgements({ verdicts, isFlipped }: Of<'pairwise'>): string {
  const words = { candidate: 'this variant', baseline: 'the baseline', tie: 'neither' } as const
  const [first, second] = verdicts
  if (first === undefined) return 'No judge was asked.'
  const other = second === undefined ? '' : ` Shown second, ${words[second]}.`
  return `Shown first, the judge preferred ${words[first]}.${other}${isFlipped ? ' The order decided, so this says little.' : ''}`
}

/** The next step that a model takes from the full and from the condensed context, and what was really done. */
function buildActionTable({ full, condensed, recorded }: Of<'next-action'>): Block {
  const actions = [
    ['The full context', full],
    ['The condensed context', condensed],
    ...(recorded === null ? [] : [['What was recorded', recorded] as const]),
  ] as const
  return buildTable(
    ['From', 'Tool', { label: 'Input', term: 'input-of-call' }, 'Text'],
    actions.map(([from, { tool, input, text }]) => [from, tool ?? 'none', input, text]),
    { caption: 'Next action' },
  )
}

function listStepRows(from: string, steps: readonly ResumedStep[]): readonly (readonly Cell[])[] {
  return steps.map(({ action, result, findings }, index) => [
    index === 0 ? from : '',
    formatAction(action),
    stepResultWords[result],
    findings.length === 0
      ? { text: '✓ none', tone: 'good' }
      : { text: `✗ ${findings.map(describeFinding).join(' ')}`, tone: 'bad' },
  ])
}

/** What the models said, word for word. */
function listAnswers({ answers }: Pick<Of<'probes'>, 'answers'>): readonly Block[] {
  return answers.map(({ label, model, prompt, text }) => ({
    kind: 'code',
    label: `${label}: ${model} · ${prompt}`,
    text,
    isFolded: true,
  }))
}
