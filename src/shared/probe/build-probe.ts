import { alignRight, buildFacts, buildTable, buildText, type Block, type Cell } from '../document/document.ts'
import { findLargest, findSmallest } from '../kernel/find-extreme.ts'
import { formatCount, formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import { computeMean } from '../kernel/numbers.ts'
import { quoteShellWord } from '../kernel/quote-shell-word.ts'
import {
  againId,
  buildProbeExperimentId,
  type ForkResult,
  type PlannedCut,
  type ProbeComparison,
  type ProbePlan,
  type ProbeResult,
  type WorkspaceSource,
} from './probe-types.ts'

/** What would be run, where, how often and for how much. The page and `dewpoint probe` show it before anything is. */
export function buildProbePlan(plan: ProbePlan): readonly Block[] {
  const { forks, finished, limits, outcome, cuts, notes } = plan
  const left = forks.length - finished
  return [
    buildText(
      left === 0
        ? `All ${formatCountWithNoun(forks.length, 'fork')} are finished. Nothing is run.`
        : `${formatCountWithNoun(left, 'fork')} to run${finished === 0 ? '' : `, ${finished} finished before`}: ${describeEstimate(plan)}.`,
    ),
    ...cuts.flatMap((cut) => buildCutBlocks(cut, plan)),
    buildFacts([
      [
        'limits',
        `each fork ${formatCountWithNoun(limits.turns, 'turn')} and ${formatMinutes(limits.minutes)}${limits.budgetUsd === null ? '' : `, all together ${formatUsd(limits.budgetUsd)}`}`,
      ],
      ['outcome', outcome ?? ''],
      ['probe', plan.id],
    ]),
    buildText(notes),
  ]
}

/** Half a minute is no whole number: `0.5 minutes`. */
export function formatMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

function describeEstimate({ estimateUsd }: ProbePlan): string {
  return estimateUsd === null
    ? 'what they cost is not known'
    : `up to ${formatUsd(estimateUsd)} at the prices of the session`
}

function buildCutBlocks(cut: PlannedCut, { forks }: ProbePlan): readonly Block[] {
  const { agent, version, recorded, workspace, prompts, promptFrom, methods, commands } = cut
  const each = new Set(forks.map(({ n }) => n)).size
  return [
    { kind: 'heading', text: nameCut(cut) },
    buildFacts([
      ['agent', `${agent} ${version ?? 'of an unknown version'}`],
      ['cut', recorded === null ? '' : `condensation ${recorded}`],
      ['project', describeWorkspace(workspace)],
      ['questions', cut.questions.map(({ question, value }) => `${question} (${value})`)],
      ['prompt', `${prompts.join(' · ').slice(0, 200)}${promptFrom === 'record' ? ' (as recorded)' : ''}`],
      ['runs', commands.map((command) => command.map(quoteShellWord).join(' ').slice(0, 300))],
    ]),
    buildTable(
      ['Method', ...alignRight('Tokens', 'Forks'), 'Note'],
      methods.map(({ id, label, tokens, why }) => [
        label,
        tokens === null ? '–' : formatCount(tokens),
        why === null ? String(id === cut.twin ? 2 * each : each) : '0',
        why ?? (id === cut.twin ? 'half of them as A/A, to see the noise' : ''),
      ]),
    ),
  ]
}

/** `Mend the rewind · cut at message 170`. Many a title ends with a full stop. */
function nameCut({ title, at }: PlannedCut): string {
  return `${title.slice(0, 80)} · cut at message ${at}`
}

function describeWorkspace(workspace: WorkspaceSource): string {
  if (workspace.kind === 'commit')
    return `a clone of ${workspace.root} at ${workspace.commit.slice(0, 10)}, ${workspace.from === 'session' ? 'which the session names' : 'the last commit before the cut'}`
  const { folder, files, bytes, leftOut } = workspace
  const without = leftOut.length === 0 ? '' : `, without ${leftOut.join(', ')}`
  return `a copy of ${folder}: ${formatCountWithNoun(files, 'file')}, ${(bytes / 1e6).toFixed(1)} MB${without}`
}

/** What agents did from each method's result, the noise beside it, and what that shows. */
export function buildProbe(result: ProbeResult): readonly Block[] {
  const { plan, forks, comparisons, stopped, spentUsd } = result
  const spent = spentUsd === null ? 'at a cost that is not known' : `for ${formatUsd(spentUsd)}`
  return [
    buildText(
      `${formatCountWithNoun(forks.length, 'fork')} of ${plan.forks.length} from ${formatCountWithNoun(plan.cuts.length, 'cut')}, ${spent}.`,
      stopped,
    ),
    ...plan.cuts.map((cut) => buildCutTable(cut, result)),
    buildText(comparisons.map((one) => describeComparison(one, plan))),
    buildText(
      'A mean over forks, with the lowest and highest. Read again: things that the session had read or run before the cut.',
      forks.map((fork) => describeTouched(fork)),
      `It is among the experiments as ${buildProbeExperimentId(plan.id)}. Its report: dewpoint experiment export ${buildProbeExperimentId(plan.id)} --format html`,
      forks.map(({ keptAt, method, n }) => keptAt !== null && `${method}, fork ${n}: ${keptAt}`),
    ),
  ]
}

function describeTouched({ method, n, touched }: ForkResult): string {
  if (touched.length === 0) return ''
  const more = touched.length > 5 ? ` and ${touched.length - 5} more` : ''
  return `Your project changed while ${method}, fork ${n} was at work: ${touched.slice(0, 5).join(', ')}${more}. That was you, or the agent left its copy.`
}

function buildCutTable(cut: PlannedCut, { plan, forks }: ProbeResult): Block {
  const own = forks.filter(({ cutId }) => cutId === cut.id)
  const methods = [...new Set(plan.forks.filter(({ cutId }) => cutId === cut.id).map(({ method }) => method))]
  const hasOutcome = plan.outcome !== null
  const hasQuestions = cut.questions.length > 0
  return buildTable(
    [
      'Method',
      ...alignRight(
        'Forks',
        'Cost',
        'First 3 turns',
        'First write',
        'Read again',
        'Repeated',
        'Rules broken',
        hasQuestions ? ['Answers'] : [],
        'Files',
        hasOutcome ? ['Passed'] : [],
      ),
      'Ended',
    ],
    methods.map((method) =>
      buildMethodRow(
        nameProbeMethod(method, cut),
        own.filter((fork) => fork.method === method),
        { hasOutcome, hasQuestions },
      ),
    ),
    { caption: nameCut(cut) },
  )
}

function buildMethodRow(
  name: string,
  forks: readonly ForkResult[],
  { hasOutcome, hasQuestions }: { readonly hasOutcome: boolean; readonly hasQuestions: boolean },
): readonly Cell[] {
  if (forks.length === 0)
    return [
      name,
      '0',
      ...Array.from({ length: 7 + Number(hasOutcome) + Number(hasQuestions) }, () => '–'),
      'not run',
    ]
  const show = (pick: (fork: ForkResult) => number | null, format: (value: number) => string): Cell => {
    const known = forks.flatMap((fork) => pick(fork) ?? [])
    if (known.length < forks.length) return '–'
    const [low, high] = [findSmallest(known), findLargest(known)]
    const text = format(computeMean(known))
    return low === high ? text : { text, detail: `${format(low)} to ${format(high)}` }
  }
  const plain = (value: number): string => String(Math.round(10 * value) / 10)
  const lost = show(
    ({ figures }) => figures.again.tokens,
    (value) => formatCount(Math.round(value)),
  )
  const again = show(({ figures }) => figures.again.count, plain)
  const files = (pick: (fork: ForkResult) => number): string => plain(computeMean(forks.map(pick)))
  return [
    name,
    String(forks.length),
    show(({ figures }) => figures.costUsd, formatUsd),
    show(({ figures }) => figures.firstTurnsUsd, formatUsd),
    show(
      ({ figures }) => figures.firstWriteTokens,
      (value) => formatCount(Math.round(value)),
    ),
    joinCells(again, lost),
    show(({ figures }) => figures.repeated.count, plain),
    show(({ figures }) => figures.broken.count, plain),
    ...(hasQuestions ? [describeAnswers(forks)] : []),
    `${files((fork) => fork.files.same.length)} + ${files((fork) => fork.files.other.length)}`,
    ...(hasOutcome ? [`${forks.filter(({ outcome }) => outcome === 0).length} of ${forks.length}`] : []),
    [...new Set(forks.map(({ end }) => endWords[end]))].join(', '),
  ]
}

/** Right answers of all forks, and how many of them were looked up. */
function describeAnswers(forks: readonly ForkResult[]): string {
  const given = forks.flatMap(({ answers }) => answers ?? [])
  if (given.length === 0) return '–'
  const total = (pick: (one: (typeof given)[number]) => number): number =>
    given.reduce((sum, one) => sum + pick(one), 0)
  const [right, known] = [total((one) => one.right), total((one) => one.known)]
  return `${right} of ${total(({ asked }) => asked)}${known < right ? `, ${right - known} looked up` : ''}`
}

/** Things, with their tokens. */
function joinCells(count: Cell, tokens: Cell): Cell {
  const [things, size] = [count, tokens].map((cell) => (typeof cell === 'string' ? { text: cell } : cell))
  if (things === undefined || size === undefined || things.text === '0') return count
  return { ...things, text: `${things.text} (${size.text} tok)` }
}

const endWords: Readonly<Record<ForkResult['end'], string>> = {
  finished: 'by itself',
  turns: 'at its turns',
  minutes: 'at its minutes',
  budget: 'at the budget',
  failed: 'with an error',
}

/** A method of a cut as a person knows it: in the progress of a run, and in what comes of it. */
export function nameProbeMethod(id: string, { methods, twin }: PlannedCut): string {
  const find = (wanted: string | null): string =>
    methods.find((method) => method.id === wanted)?.label ?? wanted ?? ''
  return id === againId ? `${find(twin)}, once more (A/A)` : find(id)
}

const figureWords = { cost: 'costs', again: 'reads again', outcome: 'passes' } as const

function describeComparison(one: ProbeComparison, { cuts }: ProbePlan): string {
  const { figure, difference, verdict, interval } = one
  const [first] = cuts
  if (first === undefined || difference === null) return ''
  const format = (value: number): string =>
    figure === 'cost'
      ? formatUsd(Math.abs(value))
      : figure === 'again'
        ? `${formatCount(Math.round(Math.abs(value)))} tokens`
        : `${Math.round(100 * Math.abs(value))} points`
  const way =
    difference === 0 ? 'no more or less' : `${format(difference)} ${difference > 0 ? 'more' : 'less'}`
  const range =
    interval === null
      ? ''
      : ` (${format(interval.low)}${interval.low < 0 ? ' less' : ''} to ${format(interval.high)}${interval.high < 0 ? ' less' : ' more'})`
  const said =
    verdict === null
      ? `seen in ${formatCountWithNoun(one.cuts, 'cut')}, no verdict`
      : verdictWords[verdict.word]
  return `${nameProbeMethod(one.method, first)} ${figureWords[figure]} ${way} than ${nameProbeMethod(one.against, first)}${range}: ${said}.`
}

const verdictWords = {
  better: 'better',
  worse: 'worse',
  'no-difference': 'no meaningful difference',
  'not-enough-data': 'not enough data',
} as const
