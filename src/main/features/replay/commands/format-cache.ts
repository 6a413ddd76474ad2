import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { CacheAudit, CauseSums, RecordedCache } from '../../../../shared/replay/cache-audit-types.ts'
import { cacheCauses } from '../../../../shared/replay/cache-audit-types.ts'
import {
  breakText,
  sortCausesByLoss,
  causeWords,
  describeLostToBreaks,
  findMainCause,
} from '../../../../shared/replay/cache-breaks-words.ts'
import type { ReplayedPolicy } from '../../../../shared/replay/contract.ts'
import { formatPercent, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'

/** A task with what broke its cache, as recorded and under each policy that was played. */
export type AuditedTask = {
  readonly task: string
  readonly title: string
  readonly recorded: RecordedCache
  readonly arms: readonly Pick<ReplayedPolicy, 'id' | 'cache'>[]
}

type ArmSums = Pick<CacheAudit, 'tokens' | 'costUsd' | 'byCause'> & {
  readonly id: string
  readonly breaks: number
}

/** `cache --json`. The names are a promise to scripts; more may be added. */
export function buildCacheJson(tasks: readonly AuditedTask[]): Readonly<Record<string, unknown>> {
  const recorded = tasks.map((one) => one.recorded)
  const parts = recorded.map(measureExplainableParts)
  return {
    recorded: {
      breaks: tasks.flatMap(({ task, recorded: { breaks } }) => breaks.map((one) => ({ ...one, task }))),
      byCause: mergeCauses(recorded),
      explained: computeExplainedShare(parts),
      tokens: sumValues(recorded.map(({ tokens }) => tokens)),
      costUsd: sumKnownValues(recorded.map(({ costUsd }) => costUsd)),
    },
    arms: sumByArm(tasks),
    tasks: tasks.map(({ task, title, recorded: { breaks, ...own } }) => ({
      task,
      title,
      recorded: { ...own, breaks: breaks.length },
    })),
  }
}

/** `cache` for people: the answer first, then its causes, the breaks, and the policies. */
export function formatCache(tasks: readonly AuditedTask[]): string {
  const recorded = tasks.map((one) => one.recorded)
  const breaks = recorded.flatMap((one) => one.breaks)
  const byCause = mergeCauses(recorded)
  const explained = computeExplainedShare(recorded.map(measureExplainableParts))
  const merged = {
    breaks,
    byCause,
    explained,
    tokens: sumValues(recorded.map(({ tokens }) => tokens)),
    costUsd: sumKnownValues(recorded.map(({ costUsd }) => costUsd)),
    requests: sumValues(recorded.map(({ requests }) => requests)),
    readTokens: sumValues(recorded.map(({ readTokens }) => readTokens)),
  }
  const sections = [
    `${describeLostToBreaks(merged)}\n`,
    formatCauses(byCause),
    formatCacheAccount(recorded, explained),
    ...tasks.map((one) => formatCacheBreaks(one, tasks.length > 1)),
    formatArmSums(sumByArm(tasks)),
  ]
  return sections.filter((section) => section !== '').join('\n')
}

function formatCauses(byCause: CauseSums): string {
  const rows = sortCausesByLoss(byCause)
  if (rows.length === 0) return ''
  return formatTable(
    [{ title: 'cause' }, ...['breaks', 'tokens', 'lost'].map(buildRightColumn), { title: 'what it is' }],
    rows.map(({ cause, n, tokens, costUsd }) => [
      causeWords[cause].label,
      formatCount(n),
      formatCount(tokens),
      formatUsd(costUsd),
      causeWords[cause].definition,
    ]),
  )
}

function formatCacheAccount(recorded: readonly RecordedCache[], explained: number | null): string {
  const sumPaid = (pick: (one: RecordedCache['paid']) => number): number =>
    sumValues(recorded.map((one) => pick(one.paid)))
  const long = sumPaid(({ written1h }) => written1h)
  const shortUsd = sumKnownValues(recorded.map((one) => one.paid.written5mUsd))
  const longUsd = sumKnownValues(recorded.map((one) => one.paid.written1hUsd))
  return formatPairs([
    ['paid input', `${formatCount(sumPaid(({ total }) => total))} tokens that no cache gave`],
    ['', `${formatCount(sumPaid((one) => one.newContent))} new content`],
    ['', `${formatCount(sumPaid((one) => one.firstRequest))} of first requests`],
    ['', `${formatCount(sumPaid((one) => one.rewritten))} paid again for a known cause`],
    ['', `${formatCount(sumPaid((one) => one.unexplained))} paid again for no cause that is recorded`],
    [
      'written for 5 min',
      `${formatCount(sumPaid(({ written5m }) => written5m))} tokens, ${formatUsd(shortUsd)}`,
    ],
    ...(long === 0
      ? []
      : [
          ['written for 1 h', `${formatCount(long)} tokens, ${formatUsd(longUsd)}`] satisfies [
            string,
            string,
          ],
        ]),
    ['read', `${formatCount(sumValues(recorded.map(({ readTokens }) => readTokens)))} tokens`],
    ['explained', explained === null ? 'nothing is cached' : formatPercent(100 * explained)],
    ...[...new Set(recorded.map(({ style }) => style))].map((style): [string, string] => ['cache', style]),
  ])
}

/** Breaks of a task that stand in a list; `--json` has all. */
const mostBreaks = 12

function formatCacheBreaks({ task, title, recorded: { breaks } }: AuditedTask, isNamed: boolean): string {
  if (breaks.length === 0) return ''
  const dearest = breaks
    .toSorted((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0) || b.tokens - a.tokens)
    .slice(0, mostBreaks)
    .toSorted((a, b) => a.request - b.request)
  const more = breaks.length - dearest.length
  const table = formatPairs([
    ...dearest.map((one): [string, string] => [
      `request ${one.request}`,
      `${breakText(one)}${one.at === null ? '' : ` First difference: message #${one.at.message}, part ${one.at.part}.`}`,
    ]),
    ...(more > 0
      ? [
          ['', `and ${formatCountWithNoun(more, 'smaller one')}, which --json lists`] satisfies [
            string,
            string,
          ],
        ]
      : []),
  ])
  return isNamed ? `${formatOneLine(title === '' ? task : title, 80)}\n${table}` : table
}

function formatArmSums(arms: readonly ArmSums[]): string {
  if (arms.length === 0) return ''
  return formatTable(
    [{ title: 'policy' }, ...['breaks', 'tokens', 'lost'].map(buildRightColumn), { title: 'main cause' }],
    arms.map(({ id, breaks, tokens, costUsd, byCause }) => {
      const main = findMainCause(byCause)
      return [
        id,
        formatCount(breaks),
        formatCount(tokens),
        formatUsd(costUsd),
        main === null ? '' : `${causeWords[main.cause].label} (${formatUsd(main.costUsd)})`,
      ]
    }),
  )
}

/** Policies over all tasks, the one that lost least first. */
function sumByArm(tasks: readonly AuditedTask[]): readonly ArmSums[] {
  const played = tasks.flatMap(({ arms }) =>
    arms.flatMap(({ id, cache }) => (cache === undefined ? [] : { id, cache })),
  )
  return [...Map.groupBy(played, ({ id }) => id)]
    .map(([id, own]): ArmSums => {
      const audits = own.map(({ cache }) => cache)
      return {
        id,
        breaks: sumValues(audits.map(({ breaks }) => breaks.length)),
        tokens: sumValues(audits.map(({ tokens }) => tokens)),
        costUsd: sumKnownValues(audits.map(({ costUsd }) => costUsd)),
        byCause: mergeCauses(audits),
      }
    })
    .toSorted((a, b) => (a.costUsd ?? 0) - (b.costUsd ?? 0) || a.tokens - b.tokens)
}

function mergeCauses(audits: readonly Pick<CacheAudit, 'byCause'>[]): CauseSums {
  return Object.fromEntries(
    cacheCauses.flatMap((cause) => {
      const own = audits.flatMap(({ byCause }) => byCause[cause] ?? [])
      const sum = {
        n: sumValues(own.map(({ n }) => n)),
        tokens: sumValues(own.map(({ tokens }) => tokens)),
        costUsd: sumKnownValues(own.map(({ costUsd }) => costUsd)),
      }
      return own.length === 0 ? [] : [[cause, sum]]
    }),
  )
}

type Explained = { readonly whole: number; readonly unexplained: number }

/** What of a task a cause can explain; null where nothing is cached. */
function measureExplainableParts({ explained, paid }: RecordedCache): Explained | null {
  if (explained === null) return null
  const written = paid.written5m + paid.written1h
  return { whole: written > 0 ? written : paid.rewritten + paid.unexplained, unexplained: paid.unexplained }
}

function computeExplainedShare(parts: readonly (Explained | null)[]): number | null {
  const known = parts.filter((part) => part !== null)
  const whole = sumValues(known.map((part) => part.whole))
  if (known.length === 0) return null
  return whole === 0 ? 1 : 1 - Math.min(whole, sumValues(known.map(({ unexplained }) => unexplained))) / whole
}

function sumValues(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function sumKnownValues(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : sumValues(known)
}

const buildRightColumn = (title: string) => ({ title, align: 'right' as const })
